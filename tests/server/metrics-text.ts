/** One value of the text that Prometheus reads. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The metrics of a text: each with its type, and all their values. */
export interface MetricsText {
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/**
 * Reads the text format of Prometheus (0.0.4), strictly: each metric has one HELP and one TYPE before
 * its values, no value stands twice, and the text ends with a line's end.
 * @throws Error naming the line that is not of the format
 */
export function readMetrics(text: string): MetricsText {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const types = new Map<string, string>();
  const helps = new Set<string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [mark, kind, name = "", ...rest] = line.split(" ");
    if (mark === "#") {
      if (!NAME.test(name) || rest.length === 0) throw new Error(line);
      if (kind === "HELP") helps.add(name);
      else if (kind === "TYPE" && !types.has(name)) types.set(name, rest.join(" "));
      else throw new Error(line);
      continue;
    }
    const sample = readSample(line);
    const key = line.slice(0, line.lastIndexOf(" "));
    if (seen.has(key)) throw new Error(`twice: ${key}`);
    seen.add(key);
    const family = types.has(sample.name)
      ? sample.name
      : sample.name.replace(/_(?:bucket|sum|count)$/, "");
    if (!types.has(family) || !helps.has(family)) throw new Error(`without a type: ${line}`);
    samples.push(sample);
  }
  return { types, samples };
}

function readSample(line: string): Sample {
  const [, name = "", labels = "", value = ""] =
    /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const read: Record<string, string> = {};
  const left = labels.replace(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\.)*)",?/g, (_, label, text) => {
    read[label as string] = text as string;
    return "";
  });
  const number = value === "+Inf" ? Infinity : Number(value);
  // The mean of nothing is no number, which the format has a word for.
  const isNumber = !Number.isNaN(number) || value.toLowerCase() === "nan";
  if (name === "" || left !== "" || !isNumber) throw new Error(line);
  return { name, labels: read, value: number };
}

/** The value with a name and just these labels. @throws Error where there is none */
export function valueOf(
  { samples }: MetricsText,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.find(
    (sample) =>
      sample.name === name &&
      Object.keys(sample.labels).length === Object.keys(labels).length &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  if (found === undefined) throw new Error(`no ${name} ${JSON.stringify(labels)}`);
  return found.value;
}
