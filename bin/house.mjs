// npm run house: how the house stands, in figures. It tests nothing; it reads the sources with TypeScript.
//
//   npm run house -- [--list]            also names what is counted wrong
//   npm run house -- --moves FILE        as if the files lay where FILE says ('A moves to B', a line each)
//   npm run house -- --ladder FILE       the order of rooms and nouns, where it isn't .dependency-cruiser.cjs
//
// Wrong-way imports: an import, type or value, of a room above one's own, or, in a room whose nouns stand in an order,
// of a noun above one's own. Circles: groups of files of which each reaches each, types included.
//
// An item's save: every function of app and db that a press of Save can reach from the action of the item's form, each
// counted once, by what TypeScript says a name means. Called, built with `new`, or handed on by name is reached; what
// an object is asked for by an interface is not followed. A function of platform, values, model or db counts and is
// not walked further: there the product ends. What refuses is left out: errors that are thrown, catch blocks, and the
// branches that end in `return refused(...)` or `return conflicted(...)`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import ts from "typescript";
import { root } from "./prepare.mjs";

process.chdir(root);
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? null : process.argv[at + 1];
};
const listed = process.argv.includes("--list");
const moves = movesOf(option("--moves"));
const place = (file) => moves.get(file) ?? file;
const { rooms, nouns } = orderOf(option("--ladder") ?? ".dependency-cruiser.cjs");

const files = execFileSync("git", ["ls-files", "app", "db"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => /\.(?:tsx?|css)$/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const lines = new Map(files.map((file) => [file, texts.get(file).split("\n").length - 1]));
const sources = files.filter((file) => /\.tsx?$/.test(file));
const imports = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

const wrongRooms = imports.filter(({ from, to }) => climbs(rooms, roomOf(from), roomOf(to)));
const wrongNouns = imports.filter(
  ({ from, to }) =>
    roomOf(from) === roomOf(to) && climbs(nouns[roomOf(from)] ?? [], nounOf(from), nounOf(to)),
);
const LOW = new Set(["db", "values", "model", "platform"]);
const WITH_NOUNS = new Set(["operations", "staff", "access", "content", "updates", "company"]);
const intoNouns = imports.filter(
  ({ from, to }) => LOW.has(roomOf(from)) && WITH_NOUNS.has(roomOf(to)),
);
const circles = circlesOf();
const tenants = sources.flatMap((file) =>
  file.startsWith("db/")
    ? []
    : [...texts.get(file).matchAll(/\.where\(\s*"(?:\w+\.)?orgId"/g)].map(() => file),
);
const { six, clocks } = signatures();
const requirements = sources.filter((file) => /\brequirements\b/.test(texts.get(file)));
const lists = staffLists();
const long = files.filter((file) => lines.get(file) > 300);
const save = stepsOfSave();

if (rooms.length === 1)
  console.log("The order of the rooms isn't written yet: name it with --ladder.");
figure("imports", imports.length);
figure("wrong-way imports between rooms", wrongRooms.length, wrongRooms.map(arrow));
figure("wrong-way imports between the nouns of a room", wrongNouns.length, wrongNouns.map(arrow));
figure(
  "circles, types included",
  circles.length,
  circles.map((circle) => circle.join(" ")),
);
figure(
  "imports from db, values, model, platform into nouns",
  intoNouns.length,
  intoNouns.map(arrow),
);
figure('.where("orgId" outside db', tenants.length, counted(tenants));
figure("functions of six or more positional parameters", six.length, six);
figure("defaulted clocks", clocks.length, clocks);
figure("files that name a control's requirements", requirements.length, requirements);
figure(
  "staff's lists, and the lines of the longest",
  `${lists.length}, ${Math.max(...lists.map((file) => lines.get(file)))}`,
);
for (const file of lists) console.log(`    ${String(lines.get(file)).padStart(4)}  ${file}`);
figure(
  "lines in app and db",
  [...lines.values()].reduce((sum, count) => sum + count, 0),
);
figure("files in app and db", files.length);
figure(
  "an item's save, in steps and files",
  `${save.length}, ${new Set(save.map(({ file }) => file)).size}`,
  save.map(({ file, name }) => `${file}: ${name}`),
);
figure(
  "files over 300 lines",
  long.length,
  long.map((file) => `${lines.get(file)}  ${file}`),
);

function figure(name, value, those = []) {
  console.log(`${String(value).padStart(8)}  ${name}`);
  if (listed) for (const one of those) console.log(`            ${one}`);
}

function arrow({ from, to }) {
  return `${roomOf(from)} > ${roomOf(to)}: ${from} -> ${to}`;
}

function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count}  ${name}`);
}

function movesOf(list) {
  if (list === null) return new Map();
  return new Map(
    readFileSync(list, "utf8")
      .split("\n")
      .filter((line) => line.includes(" moves to "))
      .map((line) => line.trim().split(" moves to ")),
  );
}

/** The order of the rooms and of the nouns in some of them, from the top, as the rules that keep it say. */
function orderOf(config) {
  const { forbidden } = createRequire(import.meta.url)(path.resolve(config));
  const order = ({ comment }) => comment.replace("From the top: ", "").split(" ");
  const room = forbidden.find(({ name }) => name.startsWith("room "));
  return {
    rooms: ["framework", ...(room === undefined ? [] : order(room))],
    nouns: Object.fromEntries(
      forbidden
        .filter(({ name }) => name.startsWith("noun "))
        .map((rule) => [rule.name.slice("noun ".length).split("/")[0], order(rule)]),
    ),
  };
}

function roomOf(file) {
  const [top, room, ...rest] = place(file).split("/");
  if (top === "db") return "db";
  return rest.length === 0 ? "framework" : room;
}

function nounOf(file) {
  return place(file).split("/")[2];
}

function climbs(order, from, to) {
  const [start, end] = [order.indexOf(from), order.indexOf(to)];
  return start !== -1 && end !== -1 && end < start;
}

/** The files of ours that a file imports, each once. */
function importsOf(file) {
  const found = ts
    .preProcessFile(texts.get(file), true, true)
    .importedFiles.map(({ fileName }) => resolved(file, fileName.replace(/\?.*$/, "")))
    .filter((target) => target !== null && target !== file);
  return [...new Set(found)];
}

function resolved(from, specifier) {
  const target = specifier.startsWith("#db/")
    ? specifier.slice(1)
    : specifier.startsWith("#")
      ? `app/${specifier.slice(1)}`
      : path.posix.join(path.posix.dirname(from), specifier);
  return texts.has(target) ? target : null;
}

/** Groups of files of which each reaches each other one by imports (Tarjan). */
function circlesOf() {
  const below = new Map(sources.map((file) => [file, []]));
  for (const { from, to } of imports) below.get(from).push(to);
  const number = new Map();
  const low = new Map();
  const open = [];
  const found = [];
  const enter = (file) => {
    number.set(file, number.size);
    low.set(file, number.get(file));
    open.push(file);
    for (const to of below.get(file) ?? [])
      if (!number.has(to)) {
        enter(to);
        low.set(file, Math.min(low.get(file), low.get(to)));
      } else if (open.includes(to)) low.set(file, Math.min(low.get(file), number.get(to)));
    if (low.get(file) !== number.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) found.push(group);
  };
  for (const file of sources) if (!number.has(file)) enter(file);
  return found;
}

/** Functions that take too much one by one, and parameters that take the time themselves. */
function signatures() {
  const found = { six: [], clocks: [] };
  for (const file of sources) {
    const source = ts.createSourceFile(
      file,
      texts.get(file),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
    const visit = (node) => {
      if (ts.isFunctionLike(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        const name = (node.name ?? node.parent.name)?.getText() ?? "";
        const signature = `${file}:${line + 1} ${name}`;
        if (node.parameters.length >= 6) found.six.push(signature);
        for (const { initializer } of node.parameters)
          if (initializer && /\bnew Date\b|\bDate\.now\b/.test(initializer.getText()))
            found.clocks.push(signature);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** The pages of staff that are a list: routes called so, and those that turn pages. */
function staffLists() {
  const routes = new Set(
    [...texts.get("app/routes.ts").matchAll(/"([\w./-]+\.tsx)"|: "([\w./-]+?)(?:#new)?",/g)].map(
      ([, route, dialog]) => `app/${route ?? `${dialog}.tsx`}`,
    ),
  );
  return sources.filter(
    (file) =>
      routes.has(file) &&
      !/\/portal[/.]/.test(file) &&
      (/(?:^|[./-])list\.tsx$/.test(file) || /\/pager\.tsx"/.test(texts.get(file))),
  );
}

function stepsOfSave() {
  const entry = sources.find((file) => file.endsWith("/items/staff/item.tsx"));
  const options = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.json", (file) => ts.sys.readFile(file)).config,
    ts.sys,
    root,
  ).options;
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  const seen = new Set();
  const steps = [];
  const start = program
    .getSourceFile(entry)
    .statements.find((node) => ts.isFunctionDeclaration(node) && node.name.text === "action");
  enter(start);
  return steps;

  function enter(declared) {
    if (seen.has(declared)) return;
    seen.add(declared);
    const file = path.relative(root, declared.getSourceFile().fileName);
    if (!/^(?:app|db)\//.test(file)) return;
    steps.push({ file, name: nameOf(declared) });
    if (LOW.has(roomOf(file))) return;
    for (const parameter of declared.parameters)
      if (parameter.initializer) walk(parameter.initializer);
    walk(declared.body);
  }

  function walk(node) {
    if (ts.isThrowStatement(node) || ts.isCatchClause(node) || ts.isTypeNode(node)) return;
    if (ts.isIfStatement(node)) {
      walk(node.expression);
      if (!refuses(node.thenStatement)) walk(node.thenStatement);
      if (node.elseStatement) walk(node.elseStatement);
      return;
    }
    if (ts.isIdentifier(node)) {
      const declared = functionOf(node);
      if (declared !== null) enter(declared);
    }
    ts.forEachChild(node, walk);
  }

  /** Whether a branch does nothing but refuse. */
  function refuses(node) {
    const last = ts.isBlock(node) ? node.statements.at(-1) : node;
    if (last === undefined) return false;
    if (ts.isThrowStatement(last)) return true;
    const answer = ts.isReturnStatement(last) ? last.expression : undefined;
    return (
      answer !== undefined &&
      ts.isCallExpression(answer) &&
      /^(?:refused|conflicted)$/.test(answer.expression.getText())
    );
  }

  /** The function behind a name, where it is one of ours with a body. */
  function functionOf(name) {
    // Where it is declared or imported it isn't used yet.
    if (ts.isFunctionDeclaration(name.parent) || ts.isImportSpecifier(name.parent)) return null;
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol === undefined) return null;
    if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    for (const declaration of symbol.declarations ?? []) {
      if (ts.isClassDeclaration(declaration) && ts.isNewExpression(name.parent)) {
        const built = declaration.members.find(
          (member) => ts.isConstructorDeclaration(member) && member.body,
        );
        if (built) return built;
      }
      const value =
        ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
          ? declaration.initializer
          : declaration;
      if (
        value &&
        (ts.isFunctionLike(value) || ts.isArrowFunction(value)) &&
        value.body &&
        value !== name.parent
      ) {
        // What is written inside the function that is walked is walked with it.
        const around = ts.findAncestor(value.parent, (node) => ts.isFunctionLike(node));
        if (around === undefined || ts.isClassLike(value.parent)) return value;
      }
    }
    return null;
  }

  function nameOf(declared) {
    const { name, parent } = declared;
    const own =
      name ??
      (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
        ? parent.name
        : undefined);
    if (own !== undefined) return own.getText();
    return ts.isConstructorDeclaration(declared) ? `new ${parent.name?.getText() ?? ""}` : "";
  }
}
