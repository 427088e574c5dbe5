import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { findStaffByEmail, type Staff } from "../../db/staff.ts";
import type { Services } from "../context.ts";
import { verifyPassword } from "./password.ts";

export interface Credentials {
  email: string;
  password: string;
}

/** E-mail or password is wrong; which of the two is nobody's business. */
export class WrongCredentials extends Error {}

/**
 * Verifies credentials that the route has parsed already, and nothing else: sessions and cookies are the
 * application's.
 */
export class PasswordStrategy<User> extends Strategy<User, Credentials> {
  override name = "password";
  readonly #credentials: Credentials;

  constructor(credentials: Credentials, verify: Strategy.VerifyFunction<User, Credentials>) {
    super(verify);
    this.#credentials = credentials;
  }

  override authenticate(_request: Request): Promise<User> {
    return this.verify(this.#credentials);
  }
}

/**
 * The person whose credentials these are. The authenticator is built for this one request; it gets the
 * request without its body, which the route has read.
 * @throws WrongCredentials
 */
export function authenticateStaff(
  { store }: Pick<Services, "store">,
  request: Request,
  credentials: Credentials,
): Promise<Staff> {
  const strategy = new PasswordStrategy<Staff>(credentials, async ({ email, password }) => {
    const staff = await findStaffByEmail(store.read, email);
    const right = await verifyPassword(password, staff?.passwordHash ?? null);
    if (staff === null || !right) throw new WrongCredentials();
    return staff;
  });
  return new Authenticator<Staff>()
    .use(strategy)
    .authenticate(strategy.name, new Request(request.url, { headers: request.headers }));
}
