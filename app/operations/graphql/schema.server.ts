import {
  buildSchema,
  execute,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { CompanyOption } from "#model/companies/company-forms.ts";

/** The two operations that the company picker and the item's dialog are specified with. */
const schema = buildSchema(`
  "Where a company's name and logo come from."
  enum CompanySource { brandfetch clearbit addendum custom }

  type Company {
    "What a list's form is sent to mean this record."
    ref: ID!
    source: CompanySource!
    name: String!
    domain: String
    "The address of its logo."
    logo: String
    "Its id in the addendum."
    companyId: ID
  }

  input SearchCompaniesInput { text: String! }

  input DeleteCustomItemInput { itemId: ID!, productId: ID! }

  type DeletedItem {
    itemId: ID!
    "Names the change to undo it by; null when nothing changed."
    changeId: ID
  }

  type Query { searchCompanies(input: SearchCompaniesInput!): [Company!]! }

  type Mutation { deleteCustomItem(input: DeleteCustomItemInput!): DeletedItem! }
`);

/** What the operations do, for one caller. Whatever they throw is told by `errorOf`. */
export interface Operations {
  searchCompanies(text: string): Promise<CompanyOption[]>;
  deleteCustomItem(
    itemId: string,
    productId: string,
  ): Promise<{ itemId: string; changeId: string | null }>;
  /** The message and the code of an error; one that nobody may hear of gets words of its own. */
  errorOf(error: unknown): { message: string; code: string };
}

export interface GraphqlRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/**
 * The most that one request may be: tokens of its text, fields with those of fragments, levels of
 * them.
 */
const MAX_TOKENS = 500;
const MAX_FIELDS = 40;
const MAX_DEPTH = 4;

/**
 * Answers a request, as the GraphQL specification says: `data`, or `errors` with a code each.
 * @returns the result, and whether it was executed at all
 */
export async function answerGraphql(
  request: GraphqlRequest,
  operations: Operations,
): Promise<{ executed: boolean; result: ExecutionResult }> {
  const refused = (errors: readonly GraphQLError[], code: string) => ({
    executed: false,
    result: {
      errors: errors.map(
        ({ message, locations }) =>
          ({ message, locations, extensions: { code } }) as unknown as GraphQLError,
      ),
    },
  });
  let document: DocumentNode;
  try {
    document = parse(request.query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) return refused([error], "GRAPHQL_PARSE_FAILED");
    throw error;
  }
  const faults = validate(schema, document, [...specifiedRules, NoSchemaIntrospectionCustomRule], {
    maxErrors: 5,
    hideSuggestions: true,
  });
  if (faults.length > 0) return refused(faults, "GRAPHQL_VALIDATION_FAILED");
  const large = sizeFault(document);
  if (large !== null) return refused([new GraphQLError(large)], "GRAPHQL_TOO_LARGE");
  const result = await execute({
    schema,
    document,
    operationName: request.operationName ?? null,
    variableValues: request.variables ?? {},
    rootValue: {
      searchCompanies: ({ input }: { input: { text: string } }) =>
        operations.searchCompanies(input.text),
      deleteCustomItem: ({ input }: { input: { itemId: string; productId: string } }) =>
        operations.deleteCustomItem(input.itemId, input.productId),
    },
  });
  const { errors, ...rest } = result;
  return {
    executed: rest.data !== undefined,
    result: {
      ...rest,
      ...(errors === undefined
        ? {}
        : { errors: errors.map((error) => told(error, operations) as unknown as GraphQLError) }),
    },
  };
}

/**
 * An error as the caller hears it: what GraphQL itself says, or what the operation's error is told
 * as.
 */
function told(error: GraphQLError, { errorOf }: Operations) {
  const { message, code } =
    error.originalError == null || error.originalError instanceof GraphQLError
      ? { message: error.message, code: "BAD_USER_INPUT" }
      : errorOf(error.originalError);
  const { locations, path } = error;
  return {
    message,
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
    extensions: { code },
  };
}

/** Why a valid document is refused for its size; fragments count each time that they are used. */
function sizeFault(document: DocumentNode): string | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  let fields = 0;
  const isTooLarge = (set: SelectionSetNode | undefined, depth: number): boolean =>
    set?.selections.some((selection) => {
      fields += 1;
      if (fields > MAX_FIELDS || depth > MAX_DEPTH) return true;
      if (selection.kind === Kind.FIELD) return isTooLarge(selection.selectionSet, depth + 1);
      return isTooLarge(
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value)?.selectionSet,
        depth,
      );
    }) ?? false;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const { selectionSet } = definition;
    if (selectionSet.selections.length > 1) return "Send one operation at a time.";
    if (isTooLarge(selectionSet, 1))
      return `Ask for at most ${MAX_FIELDS} fields, ${MAX_DEPTH} levels deep.`;
  }
  return null;
}
