import {
  ColumnNode as Column,
  type ColumnNode,
  type KyselyPlugin,
  type OnConflictNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from "kysely";

/** Every key of the clubs' tables begins with the club: what a conflict names is completed by it. */
export class ClubKeys implements KyselyPlugin {
  readonly #transformer = new Transformer();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node);
  }
  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}

class Transformer extends OperationNodeTransformer {
  protected override transformOnConflict(node: OnConflictNode): OnConflictNode {
    const whole = super.transformOnConflict(node);
    if (!whole.columns) return whole;
    const club: ColumnNode = Column.create("club_code");
    return { ...whole, columns: [club, ...whole.columns] };
  }
}
