// What an agent can do with the board. No tool deletes: that is left to the person at the page.
import { addItem, BoardError, columns, findItem, linkOutput, moveItem, updateItem } from './board.mjs'
import { check } from './check.mjs'

const text = (description, maxLength, more = {}) => ({ type: 'string', description, maxLength, ...more })

export const fields = {
  id: text('The id of an item, like item-3.', 40, { minLength: 1 }),
  title: text('A short title, one line.', 200, { minLength: 1 }),
  note: text('Plain text: what is to be done and when it is done.', 8000),
  column: { type: 'string', enum: columns, description: 'The column: planned, doing or done.' },
  due: text('A date as YYYY-MM-DD, +5d for five days from today, or an empty text for none.', 10, {
    pattern: '^(\\d{4}-\\d{2}-\\d{2}|\\+\\d{1,3}d)?$',
  }),
  before: text('The id of the item to stand in front of.', 40),
}

export const input = (properties, required) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const string = { type: 'string' }
const origin = {
  type: 'object',
  properties: { workspaceId: string, sessionId: string, runId: string, runTitle: string },
}
const link = {
  type: 'object',
  properties: { title: string, outputId: string, path: string },
  required: ['title'],
}
const itemSchema = {
  type: 'object',
  properties: {
    id: string,
    title: string,
    note: string,
    column: { type: 'string', enum: columns },
    due: string,
    createdAt: string,
    updatedAt: string,
    by: { ...origin, description: 'The run that added the item; absent when a person did.' },
    changedBy: { ...origin, description: 'The run that last changed it; absent when a person did.' },
    links: { type: 'array', items: link },
  },
  required: ['id', 'title', 'note', 'column', 'createdAt', 'updatedAt', 'links'],
}
const listSchema = {
  type: 'object',
  properties: {
    items: { type: 'array', items: itemSchema },
    counts: {
      type: 'object',
      properties: { planned: { type: 'integer' }, doing: { type: 'integer' }, done: { type: 'integer' } },
    },
    notice: { type: 'string', description: 'Says when the board file could not be read in full.' },
  },
  required: ['items', 'counts'],
}

const reads = { readOnlyHint: true, openWorldHint: false }
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const tools = [
  {
    name: 'add_item',
    title: 'Add item',
    description:
      'Adds an item to the launch board, at the end of a column (planned if none is named). Returns the item with its id.',
    inputSchema: input({ title: fields.title, note: fields.note, column: fields.column, due: fields.due }, [
      'title',
    ]),
    outputSchema: itemSchema,
    annotations: { ...writes, idempotentHint: false },
    run: (store, args, by) => store.apply((board) => addItem(board, args, { by })),
  },
  {
    name: 'move_item',
    title: 'Move item',
    description: 'Moves an item to the end of another column.',
    inputSchema: input({ id: fields.id, column: fields.column }, ['id', 'column']),
    outputSchema: itemSchema,
    annotations: writes,
    run: (store, args, by) => store.apply((board) => moveItem(board, args, { by })),
  },
  {
    name: 'update_item',
    title: 'Update item',
    description: 'Changes title, note or due date of an item; what is not given stays.',
    inputSchema: input({ id: fields.id, title: fields.title, note: fields.note, due: fields.due }, ['id']),
    outputSchema: itemSchema,
    annotations: writes,
    run: (store, args, by) => store.apply((board) => updateItem(board, args, { by })),
  },
  {
    name: 'list_items',
    title: 'List items',
    description: 'Lists the items in the order of the board, of one column or of all.',
    inputSchema: input({ column: fields.column }),
    outputSchema: listSchema,
    annotations: reads,
    run: (store, args) => list(store.board, args.column),
  },
  {
    name: 'get_item',
    title: 'Get item',
    description: 'Returns one item with its note and links.',
    inputSchema: input({ id: fields.id }, ['id']),
    outputSchema: itemSchema,
    annotations: reads,
    run: (store, args) => findItem(store.board, args.id),
  },
  {
    name: 'link_output',
    title: 'Link output',
    description:
      'Links a result (an output id, a path in the workspace, or both) to an item. The same output again renames the link.',
    inputSchema: input(
      {
        id: fields.id,
        title: fields.title,
        outputId: text('The id of an output, from write_report.', 200),
        path: text('A path in the workspace, like reports/launch.md.', 1000),
      },
      ['id', 'title'],
    ),
    outputSchema: itemSchema,
    annotations: writes,
    run: (store, args, by) => store.apply((board) => linkOutput(board, args, { by })),
  },
]

export const toolList = tools.map(({ run, ...declared }) => ({
  ...declared,
  annotations: { title: declared.title, ...declared.annotations },
}))

/** Returns a tool result, or null for a name that does not exist. Bad input is a result too: the agent can correct it. */
export function callTool(store, name, args, by) {
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) return null
  const findings = check(tool.inputSchema, args)
  if (findings.length > 0) return refusal(findings.join(' '))
  try {
    const result = tool.run(store, args, by)
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    if (!(error instanceof BoardError)) console.error(`${name}: ${error.stack ?? error}`)
    return refusal(error.message)
  }
}

const refusal = (message) => ({ content: [{ type: 'text', text: message }], isError: true })

function list(board, column) {
  const counts = Object.fromEntries(
    columns.map((name) => [name, board.items.filter((item) => item.column === name).length]),
  )
  const items = column ? board.items.filter((item) => item.column === column) : board.items
  const { notice } = board
  const said =
    notice &&
    `The board file could not be read in full on ${notice.time}. It was kept as ${notice.file}; ${notice.kept} items were read from it.`
  return { items, counts, ...(said ? { notice: said } : {}) }
}
