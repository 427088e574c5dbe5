import { spawnSync } from "node:child_process";
import { addTopicUpdate, createTopic } from "#updates/updates/store/topics.server.ts";
import type { Audience, TopicCategory } from "#model/updates/words.ts";
import type { World } from "./world.ts";

/** What the tests of feeds say and read. */

export interface Said {
  org?: string;
  topic?: string;
  subject?: string;
  category?: TopicCategory;
  audience?: Audience;
  message?: string;
  /** Milliseconds from the world's now. */
  after?: number;
  products?: readonly string[];
  statusPage?: boolean;
}

/** Says something in an org's updates. @returns the topic's id and the update's */
export async function say(
  world: World,
  {
    org = "acme",
    topic,
    subject = "A subject",
    category = "general",
    audience = "public",
    message = "A message",
    after = -60_000,
    products = [],
    statusPage = true,
  }: Said,
) {
  const orgId = await world.orgId(org);
  return world.services.store.write(async (trx) => {
    const topicId =
      topic ??
      (await createTopic(
        { trx, orgId, now: world.time },
        { subject, category, productIds: products },
      ));
    const publishAt = new Date(world.time.getTime() + after);
    const updateId = await addTopicUpdate(
      trx,
      orgId,
      topicId,
      { message, audience, channelStatusPage: statusPage, channelEmail: !statusPage, publishAt },
      "Test",
    );
    return { topicId, updateId };
  });
}

export interface XmlElement {
  /** `{namespace}name` */
  tag: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
}

const TREE = `
import sys, json, xml.etree.ElementTree as E
def tree(e): return {"tag": e.tag, "attributes": e.attrib, "text": e.text or "", "children": [tree(c) for c in e]}
print(json.dumps(tree(E.fromstring(sys.stdin.buffer.read()))))
`;

/** A document as Python's own parser reads it. @throws when it is not well-formed */
export function parseXml(body: Buffer): XmlElement {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", TREE], { input: body });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as XmlElement;
}

/** The children of an Atom element by name. */
export function atom(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.tag === `{http://www.w3.org/2005/Atom}${name}`);
}
