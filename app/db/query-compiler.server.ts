import {
  type BinaryOperationNode,
  type OperationNode,
  type PrimitiveValueListNode,
  ReferenceNode,
  type SelectModifierNode,
  SqliteQueryCompiler,
  type ValueNode,
} from "kysely";

/** Columns that conditions of partial indexes name, each with a few fixed words. */
const WORD_COLUMNS = ["status", "role"];
export const WORD = /^[a-z-]{1,30}$/;
const LIMIT = /\blimit $/;

/**
 * Writes the words that such a column is compared with into the statement, and the numbers of limits. SQLite prepares a
 * statement anew each time it runs if a bound value may decide how it is run: whether a partial index fits, or how many
 * rows are asked for. That costs as much as a small query.
 */
export class FileQueryCompiler extends SqliteQueryCompiler {
  #literals = false;
  /** Text appended last. */
  #last = "";

  protected override append(text: string): void {
    this.#last = text;
    super.append(text);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (!isWordColumn(leftOperand) || !isValues(rightOperand)) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(leftOperand);
    this.append(" ");
    this.visitNode(operator);
    this.append(" ");
    this.#literals = true;
    this.visitNode(rightOperand);
    this.#literals = false;
  }

  /** Leaves out `for update`, because a file is locked whole. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== "ForUpdate" && node.modifier !== "SkipLocked") super.visitSelectModifier(node);
  }

  protected override appendValue(value: unknown): void {
    const isLiteral = this.#literals && typeof value === "string" && WORD.test(value);
    const isLimit = Number.isSafeInteger(value) && LIMIT.test(this.#last);
    if (isLiteral || isLimit) this.appendImmediateValue(value);
    else super.appendValue(value);
  }
}

export function isWordColumn(node: OperationNode): boolean {
  if (!ReferenceNode.is(node) || node.column.kind !== "ColumnNode") return false;
  return WORD_COLUMNS.includes(node.column.column.name);
}

export const isValues = (node: OperationNode): node is ValueNode | PrimitiveValueListNode =>
  node.kind === "ValueNode" || node.kind === "PrimitiveValueListNode";
