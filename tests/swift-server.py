"""OpenStack Swift in one folder: its account, container and object servers, and a proxy that speaks S3.

Run by the system's Python, which has Debian's python3-swift: `swift-server.py FOLDER PORT [CERTIFICATE KEY]`. The three ports
after PORT are taken too. It says "ready" and ends with its input.
"""

import os
import pwd
import signal
import sys

folder, port, tls = sys.argv[1], int(sys.argv[2]), sys.argv[3:]

import swift.common.utils as utils

utils.SWIFT_CONF_FILE = f"{folder}/swift.conf"
with open(utils.SWIFT_CONF_FILE, "w", encoding="utf8") as file:
    file.write("[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n")

from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi

COMMON = f"""[DEFAULT]
bind_ip = 127.0.0.1
user = {pwd.getpwuid(os.getuid()).pw_name}
swift_dir = {folder}
devices = {folder}
mount_check = false
workers = 0
log_level = ERROR
"""


class Memory:
    """What Swift asks of memcached, for one proxy and a few minutes."""

    def __init__(self):
        self.kept = {}

    def get(self, key, *_, **__):
        return self.kept.get(key)

    def set(self, key, value, *_, **__):
        self.kept[key] = value

    def delete(self, key, *_, **__):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, *_, **__):
        self.kept[key] = self.kept.get(key, 0) + delta
        return self.kept[key]


def memory(_configuration, **_options):
    kept = Memory()

    def around(app):
        def answer(environ, start_response):
            environ["swift.cache"] = kept
            return app(environ, start_response)

        return answer

    return around


PARTS = ["catch_errors", "gatekeeper", "memory", "listing_formats", "bulk", "s3api", "tempauth", "copy", "slo", "dlo"]
OPTIONS = {"memory": "paste.filter_factory = __main__:memory\n", "s3api": "location = us-east-1\n", "tempauth": "user_trust_tester = testing .admin\n"}

texts = {}
for at, name in enumerate(("account", "container", "object"), 1):
    builder = RingBuilder(1, 1, 0)
    place = {"ip": "127.0.0.1", "port": port + at}
    replication = {f"replication_{key}": value for key, value in place.items()}
    builder.add_dev({"region": 1, "zone": 1, "device": "device", "weight": 1, **place, **replication})
    builder.rebalance()
    builder.get_ring().save(f"{folder}/{name}.ring.gz")
    texts[name] = (
        f"{COMMON}bind_port = {port + at}\n"
        f"[pipeline:main]\npipeline = {name}-server\n"
        f"[app:{name}-server]\nuse = egg:swift#{name}\n"
    )
certificate = f"cert_file = {tls[0]}\nkey_file = {tls[1]}\n" if tls else ""
texts["proxy"] = (
    f"{COMMON}bind_port = {port}\n{certificate}"
    f"[pipeline:main]\npipeline = {' '.join(PARTS)} proxy-server\n"
    "[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n"
    + "".join(f"[filter:{part}]\n{OPTIONS.get(part, '')}" + ("" if part == "memory" else f"use = egg:swift#{part}\n") for part in PARTS)
)
os.makedirs(f"{folder}/device", exist_ok=True)

children = []
for name, text in texts.items():
    path = f"{folder}/{name}-server.conf"
    with open(path, "w", encoding="utf8") as file:
        file.write(text)
    child = os.fork()
    if child == 0:
        sys.exit(run_wsgi(path, f"{name}-server"))
    children.append(child)
print("ready", flush=True)
sys.stdin.read()
for child in children:
    os.kill(child, signal.SIGTERM)
