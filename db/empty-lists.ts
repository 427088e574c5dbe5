import {
  OperatorNode,
  PrimitiveValueListNode,
  ValueListNode,
  type BinaryOperationNode,
} from "kysely";

/**
 * What stands for `in` and `not in` with an empty list, which only SQLite takes as it is: nothing is
 * in it, everything is outside of it.
 * @returns the condition; null for any other operation
 */
export function emptyListCondition({
  operator,
  rightOperand: list,
}: BinaryOperationNode): "1 = 0" | "1 = 1" | null {
  if (!OperatorNode.is(operator)) return null;
  if (operator.operator !== "in" && operator.operator !== "not in") return null;
  const isEmpty =
    (PrimitiveValueListNode.is(list) || ValueListNode.is(list)) && list.values.length === 0;
  if (!isEmpty) return null;
  return operator.operator === "in" ? "1 = 0" : "1 = 1";
}
