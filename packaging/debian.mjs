// A package for Debian and Ubuntu of the same tree as the archive.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fixedEnvironment, run } from "./archive.mjs";

const MACHINES = { x64: "amd64", arm64: "arm64" };

/**
 * Makes the .deb; dpkg-deb has to be there.
 * @param tree the files, as layOut puts them
 * @param dist where it is put
 * @param options.place a folder to work in
 * @param options.time of every file, in seconds
 * @returns its file
 */
export function makeDebianPackage(tree, dist, { version, arch, time, root, place }) {
  const folder = path.join(place, "debian");
  const from = path.join(root, "packaging/debian");
  const put = (name, target, mode = 0o644) => {
    const file = path.join(folder, target);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, readFileSync(path.join(from, name)));
    chmodSync(file, mode);
  };
  mkdirSync(path.join(folder, "usr/lib"), { recursive: true });
  cpSync(tree, path.join(folder, "usr/lib/open-trust-center"), { recursive: true });
  put("open-trust-center", "usr/bin/open-trust-center", 0o755);
  put("open-trust-center.service", "usr/lib/systemd/system/open-trust-center.service");
  // The first one, which postinst puts into /etc: what is the operator's own then, no upgrade asks about.
  put("open-trust-center.env", "usr/share/open-trust-center/open-trust-center.env");
  for (const name of ["postinst", "prerm", "postrm"]) put(name, `DEBIAN/${name}`, 0o755);
  const docs = path.join(folder, "usr/share/doc/open-trust-center");
  mkdirSync(docs, { recursive: true });
  // Its links lead there.
  symlinkSync("../../../lib/open-trust-center/docs", path.join(docs, "docs"));
  for (const [name, as] of [
    ["README.md", "README.md"],
    ["CHANGELOG.md", "changelog"],
    ["LICENSE", "copyright"],
  ])
    writeFileSync(path.join(docs, as), readFileSync(path.join(tree, name)));
  const { files, bytes } = sizesBelow(folder);
  writeFileSync(path.join(folder, "DEBIAN/md5sums"), digests(folder, files));
  writeFileSync(
    path.join(folder, "DEBIAN/control"),
    [
      "Package: open-trust-center",
      // There, 0.2.0~rc.1 comes before 0.2.0.
      `Version: ${version.replace("-", "~")}`,
      `Architecture: ${MACHINES[arch]}`,
      "Maintainer: Open Trust Center <open-trust-center@localhost>",
      `Installed-Size: ${Math.ceil(bytes / 1024)}`,
      "Depends: libc6 (>= 2.28), libstdc++6, adduser, init-system-helpers",
      "Section: web",
      "Priority: optional",
      "Description: self-hosted trust center portals",
      " Security, privacy and compliance, published, requested and kept up to date.",
      " One process with one data folder. Node.js is included.",
      "",
    ].join("\n"),
  );
  const file = path.join(dist, `open-trust-center_${version}_${MACHINES[arch]}.deb`);
  run("sh", [
    "-c",
    'chmod -R u=rwX,go=rX "$1" && find "$1" -exec touch --no-dereference --date="@$2" {} +',
    "sh",
    folder,
    String(time),
  ]);
  run(
    "dpkg-deb",
    ["--root-owner-group", "-Zxz", "-z6", "--threads-max=1", "--build", folder, file],
    { env: { ...fixedEnvironment(), SOURCE_DATE_EPOCH: String(time) } },
  );
  return file;
}

function sizesBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith("DEBIAN/"))
    .sort();
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return { files, bytes };
}

/** What dpkg -V compares with. */
function digests(folder, files) {
  return run("md5sum", ["--", ...files], { cwd: folder });
}
