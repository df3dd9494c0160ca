import ts from "typescript";

/**
 * Way to remove a protection. `in` names a function, method, class or constant, at the top of the file if it can. A
 * call is named by its function's last name and, if that is ambiguous, by the start of its first argument: 'where
 * purpose'.
 */
export type Mutation =
  /** The function returns this expression at once. */
  | { in: string; returns: string }
  /** The statement with this call is dropped; in a chain only this link. */
  | { in: string; drops: string }
  /** The `if` whose condition mentions these names never applies. */
  | { in: string; ignores: string }
  /** The comparison (===, <, …) that mentions these names always holds. */
  | { in: string; assumes: string }
  /** The variable or property gets this value. */
  | { in: string; sets: string; to: string }
  /** The call becomes this expression. */
  | { in: string; replaces: string; with: string }
  /** The text of this element is inserted as markup. */
  | { in: string; unescapes: string };

/** @throws if the mutation does not apply at exactly one position. */
export function mutate(path: string, text: string, mutation: Mutation): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const named = find(file, (node) => nameOf(node) === mutation.in);
  const topLevel = named.filter((node) => isTopLevel(node, file));
  const scope = only(topLevel.length > 0 ? topLevel : named, mutation.in);
  const { node, becomes } = edit(scope, mutation);
  const mutated = text.slice(0, node.getStart()) + becomes + text.slice(node.end);
  if (mutated === text) throw new Error("it changes nothing");
  return mutated;
}

interface Edit {
  node: ts.Node;
  becomes: string;
}

function edit(scope: ts.Node, mutation: Mutation): Edit {
  if ("returns" in mutation) return returning(scope, mutation.returns);
  if ("drops" in mutation) return dropping(only(calls(scope, mutation.drops), mutation.drops));
  if ("replaces" in mutation) {
    return { node: only(calls(scope, mutation.replaces), mutation.replaces), becomes: mutation.with };
  }
  if ("ignores" in mutation) {
    const conditions = find(scope, ts.isIfStatement).map(({ expression }) => expression);
    return { node: mentioning(conditions, mutation.ignores), becomes: "false" };
  }
  if ("assumes" in mutation) {
    return { node: mentioning(find(scope, isComparison), mutation.assumes), becomes: "true" };
  }
  if ("unescapes" in mutation) return unescaping(scope, mutation.unescapes);
  const { sets, to } = mutation;
  const assigned = find(scope, isAssignment).filter((node) => node.name.getText() === sets);
  const assignment = only(assigned, sets);
  return ts.isShorthandPropertyAssignment(assignment)
    ? { node: assignment, becomes: `${sets}: ${to}` }
    : { node: assignment.initializer ?? assignment, becomes: to };
}

function returning(scope: ts.Node, value: string): Edit {
  const declared = ts.isVariableDeclaration(scope) || ts.isPropertyDeclaration(scope);
  const callable = declared ? scope.initializer : scope;
  if (!callable || !ts.isFunctionLike(callable) || !("body" in callable) || !callable.body) {
    throw new Error("it is no function");
  }
  return ts.isBlock(callable.body)
    ? { node: callable.body, becomes: `{ return ${value}; }` }
    : { node: callable.body, becomes: value };
}

function dropping(call: ts.CallExpression): Edit {
  const outer = ts.isAwaitExpression(call.parent) ? call.parent.parent : call.parent;
  if (ts.isExpressionStatement(outer)) return { node: outer, becomes: "" };
  if (!ts.isPropertyAccessExpression(call.expression))
    throw new Error("the call is neither statement nor link");
  return { node: call, becomes: call.expression.expression.getText() };
}

function unescaping(scope: ts.Node, tag: string): Edit {
  const elements = find(scope, ts.isJsxElement).filter(
    ({ openingElement }) => openingElement.tagName.getText() === tag,
  );
  const element = only(elements, tag);
  const text = element.children.find(ts.isJsxExpression)?.expression;
  if (!text) throw new Error(`<${tag}> has no text of its own`);
  const attributes = element.openingElement.attributes.getText();
  const markup = `dangerouslySetInnerHTML={{ __html: String(${text.getText()}) }}`;
  return { node: element, becomes: `<${tag} ${attributes} ${markup} />` };
}

function calls(scope: ts.Node, name: string): ts.CallExpression[] {
  const [callee, ...start] = name.split(" ");
  return find(scope, ts.isCallExpression).filter(({ expression, arguments: [first] }) => {
    const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const text = first && ts.isStringLiteralLike(first) ? first.text : (first?.getText() ?? "");
    return called.getText() === callee && text.startsWith(start.join(" "));
  });
}

const COMPARISONS = ["===", "!==", "<", "<=", ">", ">="];
const isComparison = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && COMPARISONS.includes(node.operatorToken.getText());

type Assignment = ts.VariableDeclaration | ts.PropertyAssignment | ts.ShorthandPropertyAssignment;
const isAssignment = (node: ts.Node): node is Assignment & { initializer?: ts.Expression } =>
  ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);

/** Finds the expression that mentions all of the names. */
function mentioning(nodes: ts.Expression[], names: string): ts.Expression {
  const mentions = (node: ts.Node) => {
    const identifiers = find(node, ts.isIdentifier).map(({ text }) => text);
    return names.split(" ").every((name) => identifiers.includes(name));
  };
  return only(nodes.filter(mentions), names);
}

function isTopLevel(node: ts.Node, file: ts.SourceFile): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return statement.parent === file;
}

function nameOf(node: ts.Node): string | undefined {
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyDeclaration(node);
  return named ? node.name?.getText() : undefined;
}

function find<Found extends ts.Node>(root: ts.Node, wanted: (node: ts.Node) => node is Found): Found[];
function find(root: ts.Node, wanted: (node: ts.Node) => boolean): ts.Node[];
function find(root: ts.Node, wanted: (node: ts.Node) => boolean): ts.Node[] {
  const found: ts.Node[] = [];
  const walk = (node: ts.Node): void => {
    if (wanted(node)) found.push(node);
    ts.forEachChild(node, walk);
  };
  walk(root);
  return found;
}

function only<Found>(found: readonly Found[], name: string): Found {
  const [one] = found;
  if (one === undefined || found.length > 1) throw new Error(`'${name}' occurs ${found.length} times`);
  return one;
}
