import type { Manifest } from "./manifest.ts";

/** The three commands by which a package is checked, in its folder. */
export function commandsOf(hasDocuments: boolean): [string, string, string] {
  const texts = "README.txt index.html facts.json questions.csv changes.csv";
  return [
    "openssl pkey -pubin -in key.pem -outform DER | openssl dgst -sha256",
    "openssl dgst -sha256 -verify key.pem -signature manifest.sig manifest.json",
    `openssl dgst -sha256 -r ${texts}${hasDocuments ? " documents/*/*" : ""}`,
  ];
}

/** README.txt of a package: what is in it, and how it is checked without this product. */
export function readmeText(
  { issuer, issuedTo, product, keys, verify }: Omit<Manifest, "files" | "schema">,
  { day, hasDocuments }: { day: string; hasDocuments: boolean },
): string {
  const [key, signature, files] = commandsOf(hasDocuments);
  return `Evidence package of ${issuer.name}: ${product.name}

Made for ${[issuedTo.name, issuedTo.email, issuedTo.account].filter(Boolean).join(", ")} on ${day}.
It contains what this person could see on ${issuer.url} at that time.

CONTENTS

index.html      Everything on one page. Open it in a browser. It works offline.
facts.json      The same as data
questions.csv   FAQ
changes.csv     What changed in the two years before, with the updates
documents/      Documents this person can download
manifest.json   Who, when, and each file with its SHA-256, size, version and URL
manifest.jws    The manifest with its signature, for programs (ES256)
manifest.sig    The signature of manifest.json, for OpenSSL
key.pem         The public key

CHECK IT

Without tools: upload the whole package (a ZIP file of up to 32 MB), manifest.json
or manifest.jws at ${verify}

With OpenSSL: run these commands in this folder.

1. ${key}

   The result must be the "kid" of a key at
   ${keys}

2. ${signature}

   The result must be: Verified OK

3. ${files}

   Each line must be in manifest.json, with the same path.
   In a Unix shell, this names the files that aren't:

   ${files} | while read -r hash file; do grep -qF "\\"sha256\\":\\"$hash\\",\\"path\\":\\"\${file#?}\\"" manifest.json || echo "changed: \${file#?}"; done
`;
}
