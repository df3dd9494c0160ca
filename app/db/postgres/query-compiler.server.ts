import {
  type BinaryOperationNode,
  type CompiledQuery,
  type OperationNode,
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryId,
  type RawNode,
  type RootOperationNode,
  ValueListNode,
  ValueNode,
} from "kysely";
import { isValues, isWordColumn, WORD } from "../query-compiler.server.ts";
import { CLUB } from "./club-keys.server.ts";

/**
 * Functions that PostgreSQL knows by another name and could not be given under SQLite's; the others are functions of
 * ours there (migrations/postgres/001-functions.ts).
 */
const OTHER_NAMES: readonly [RegExp, string][] = [
  [/\bjson_object\(/g, "json_build_object("],
  [/\bjson_array\(/g, "json_build_array("],
];

/** Writes our statements, which are SQLite's, for PostgreSQL. */
export class OurPostgresCompiler extends PostgresQueryCompiler {
  #literals = false;
  #club: string | undefined;

  override compileQuery<Row>(node: RootOperationNode, queryId: QueryId): CompiledQuery<Row> {
    this.#club = undefined;
    return super.compileQuery(node, queryId);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    if (isNoValue(rightOperand)) {
      // SQLite knows an empty list.
      this.append(OperatorNode.is(operator) && operator.operator === "not in" ? "true" : "false");
      return;
    }
    if (isWordColumn(leftOperand) && isValues(rightOperand)) {
      this.visitNode(leftOperand);
      this.append(" ");
      this.visitNode(operator);
      this.append(" ");
      this.#literals = true;
      this.visitNode(rightOperand);
      this.#literals = false;
      return;
    }
    super.visitBinaryOperation({ ...node, operator: operatorFor(node) });
  }

  protected override visitRaw(node: RawNode): void {
    const sqlFragments = node.sqlFragments.map((fragment) =>
      OTHER_NAMES.reduce((text, [name, other]) => text.replace(name, other), fragment),
    );
    super.visitRaw({ ...node, sqlFragments });
  }

  /** Gives each bound value a type of its own, because PostgreSQL would take an untyped one for text. */
  protected override appendValue(value: unknown): void {
    if (value === CLUB) {
      this.#appendClub();
      return;
    }
    if (this.#literals && typeof value === "string" && WORD.test(value)) {
      this.appendImmediateValue(value);
      return;
    }
    super.appendValue(value);
    // A placeholder for a value of any type (compiled.server.ts) gets its type from what is around it.
    if (typeof value === "string" && !value.startsWith("\u0000")) this.append("::text");
    else if (typeof value === "bigint") this.append("::bigint");
    else if (typeof value === "number")
      this.append(Number.isInteger(value) ? "::bigint" : "::double precision");
    else if (value instanceof Uint8Array) this.append("::bytea");
  }

  /** Appends one parameter, however many tables are compared with it. */
  #appendClub(): void {
    if (!this.#club) {
      this.addParameter(CLUB);
      this.#club = `${this.getCurrentParameterPlaceholder()}::text`;
    }
    this.append(this.#club);
  }
}

const isNoValue = (node: OperationNode) =>
  (PrimitiveValueListNode.is(node) || ValueListNode.is(node)) && node.values.length === 0;

/** Returns PostgreSQL's operator: SQLite compares any values by `is`, and letters by `like` without regard to case. */
function operatorFor({ operator, rightOperand }: BinaryOperationNode): BinaryOperationNode["operator"] {
  if (!OperatorNode.is(operator)) return operator;
  const isNothing = ValueNode.is(rightOperand) && rightOperand.immediate;
  if (operator.operator === "is" && !isNothing) return OperatorNode.create("is not distinct from");
  if (operator.operator === "is not" && !isNothing) return OperatorNode.create("is distinct from");
  if (operator.operator === "like") return OperatorNode.create("ilike");
  return operator;
}
