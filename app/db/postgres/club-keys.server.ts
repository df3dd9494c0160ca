import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  type ColumnNode as Column,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OnConflictNode,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  type SelectAllNode,
  type SelectQueryNode,
  TableNode,
  type UnknownRow,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
  type WithNode,
} from "kysely";

/** Placeholder in a statement for the club of the handle that runs it: a statement is compiled once for all clubs. */
export const CLUB = Symbol.for("goodside: the club of the handle");

/** Columns that a club's file has not. */
const ONLY_HERE = ["club_code", "rowid"];

const KEY: Column = ColumnNode.create("club_code");
const EQUALS = OperatorNode.create("=");

/**
 * Plugin that adds the club to every table that a query names, in each of its clauses, so that it reads and changes the
 * rows of one club. Row-level security confines raw SQL to the club, and all other queries once more.
 */
export class ClubKeys implements KyselyPlugin {
  readonly #transformer: Transformer;
  readonly #forAll = new WeakSet<object>();

  /** @param completes which tables; a test leaves one out */
  constructor(completes: (table: string) => boolean = () => true) {
    this.#transformer = new Transformer(completes);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#transformer.asksForAll = false;
    const whole = this.#transformer.transformNode(node);
    if (this.#transformer.asksForAll) this.#forAll.add(queryId);
    return whole;
  }

  /** Reduces a row of all columns to those that it has in a club's file: what is hashed or copied is the same. */
  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    if (this.#forAll.has(queryId))
      for (const row of result.rows) for (const column of ONLY_HERE) delete row[column];
    return result;
  }
}

type Query = SelectQueryNode | UpdateQueryNode | DeleteQueryNode | InsertQueryNode;
const NONE: ReadonlySet<string> = new Set();

class Transformer extends OperationNodeTransformer {
  asksForAll = false;
  readonly #completes: (table: string) => boolean;
  /** Names of `with` that are in force where the transformer is: they are no tables. */
  #named: ReadonlySet<string> = NONE;
  /** Names in the queries around it. */
  #namedOutside: ReadonlySet<string> = NONE;
  /** Nodes done: a handle's own query comes here alone, and again as part of the outer one. */
  readonly #done = new WeakSet<OperationNode>();
  readonly #conditions = new Map<string, OperationNode>();

  constructor(completes: (table: string) => boolean) {
    super();
    this.#completes = completes;
  }

  protected override transformSelectAll(node: SelectAllNode): SelectAllNode {
    this.asksForAll = true;
    return super.transformSelectAll(node);
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    return this.#inQuery(node, () => {
      const whole = super.transformSelectQuery(node);
      return this.#confined(whole, [...(whole.from?.froms ?? []), ...crossed(whole.joins)]);
    });
  }

  protected override transformUpdateQuery(node: UpdateQueryNode): UpdateQueryNode {
    return this.#inQuery(node, () => {
      const whole = super.transformUpdateQuery(node);
      const tables = whole.table ? [whole.table] : [];
      return this.#confined(whole, [...tables, ...(whole.from?.froms ?? []), ...crossed(whole.joins)]);
    });
  }

  protected override transformDeleteQuery(node: DeleteQueryNode): DeleteQueryNode {
    return this.#inQuery(node, () => {
      const whole = super.transformDeleteQuery(node);
      const using = whole.using?.tables ?? [];
      return this.#confined(whole, [...whole.from.froms, ...using, ...crossed(whole.joins)]);
    });
  }

  /** Adds the club to inserted rows; `insert … select` and rows of defaults take it from the column's default. */
  protected override transformInsertQuery(node: InsertQueryNode): InsertQueryNode {
    return this.#inQuery(node, () => {
      const whole = super.transformInsertQuery(node);
      const { into, columns, values } = whole;
      if (!into || !columns || !values || !ValuesNode.is(values) || !this.#nameOf(into)) return whole;
      // A row that was read as a whole carries its club.
      const at = columns.findIndex(({ column }) => column.name === KEY.column.name);
      const place = at < 0 ? columns.length : at;
      const rows = values.values.map((row) =>
        ValueListNode.is(row)
          ? ValueListNode.create(row.values.toSpliced(place, 1, ValueNode.create(CLUB)))
          : PrimitiveValueListNode.create(row.values.toSpliced(place, 1, CLUB)),
      );
      const named = at < 0 ? [...columns, KEY] : columns;
      return { ...whole, columns: named, values: ValuesNode.create(rows) };
    });
  }

  /** Adds the club to a join; a side that may be missing is compared where it is joined, and stays missing. */
  protected override transformJoin(node: JoinNode): JoinNode {
    const whole = super.transformJoin(node);
    if (whole.joinType === "RightJoin" || whole.joinType === "FullJoin")
      throw new Error("The club cannot be added to this join: write it as a left join");
    const condition = whole.on && this.#conditionOf(whole.table);
    if (!whole.on || !condition) return whole;
    return { ...whole, on: OnNode.create(AndNode.create(condition, ParensNode.create(whole.on.on))) };
  }

  /** Adds the club to a conflict's columns: every key of the clubs' tables begins with it. */
  protected override transformOnConflict(node: OnConflictNode): OnConflictNode {
    const whole = super.transformOnConflict(node);
    return whole.columns ? { ...whole, columns: [KEY, ...whole.columns] } : whole;
  }

  protected override transformMergeQuery(_: MergeQueryNode): MergeQueryNode {
    throw new Error("The club cannot be added to a merge: write it as an insert with on conflict");
  }

  /** Tracks the names of `with`: a name's query sees those before it, and itself where the list is recursive. */
  protected override transformWith(node: WithNode): WithNode {
    const inside = this.#named;
    const outside = this.#namedOutside;
    const before = new Set(node.recursive ? inside : outside);
    const expressions = node.expressions.map((expression) => {
      this.#named = new Set(before);
      const whole = this.transformNode(expression);
      before.add(expression.name.table.table.identifier.name);
      return whole;
    });
    this.#named = inside;
    this.#namedOutside = outside;
    return { ...node, expressions };
  }

  #inQuery<Node extends Query>(node: Node, transform: () => Node): Node {
    if (this.#done.has(node)) return node;
    const inside = this.#named;
    const outside = this.#namedOutside;
    this.#namedOutside = inside;
    if (node.with) {
      const names = node.with.expressions.map(({ name }) => name.table.table.identifier.name);
      this.#named = new Set([...inside, ...names]);
    }
    try {
      const whole = transform();
      this.#done.add(whole);
      return whole;
    } finally {
      this.#named = inside;
      this.#namedOutside = outside;
    }
  }

  #confined<Node extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
    query: Node,
    tables: readonly OperationNode[],
  ): Node {
    let where: OperationNode | undefined;
    for (const table of tables) {
      const condition = this.#conditionOf(table);
      if (condition) where = where ? AndNode.create(where, condition) : condition;
    }
    if (!where) return query;
    // In parentheses: raw SQL may be an `or`.
    if (query.where) where = AndNode.create(where, ParensNode.create(query.where.where));
    return { ...query, where: WhereNode.create(where) };
  }

  #conditionOf(table: OperationNode): OperationNode | undefined {
    const name = this.#nameOf(table);
    if (name === undefined) return undefined;
    let condition = this.#conditions.get(name);
    if (!condition) {
      const column = ReferenceNode.create(KEY, TableNode.create(name));
      condition = BinaryOperationNode.create(column, EQUALS, ValueNode.create(CLUB));
      this.#conditions.set(name, condition);
    }
    return condition;
  }

  /** Returns the name that a completed table's columns are referred to by; undefined for other tables. */
  #nameOf(node: OperationNode): string | undefined {
    if (AliasNode.is(node)) {
      const alias = IdentifierNode.is(node.alias) ? node.alias.name : undefined;
      return this.#nameOf(node.node) === undefined ? undefined : alias;
    }
    if (!TableNode.is(node)) return undefined;
    const { schema, identifier } = node.table;
    if (!schema && this.#named.has(identifier.name)) return undefined;
    return this.#completes(identifier.name) ? identifier.name : undefined;
  }
}

/** Lists tables joined without a condition, whose club the query's own condition compares. */
const crossed = (joins: readonly JoinNode[] | undefined): OperationNode[] =>
  (joins ?? []).filter(({ on }) => !on).map(({ table }) => table);
