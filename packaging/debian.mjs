export function makeDebianPackage() { throw new Error("not yet"); }
