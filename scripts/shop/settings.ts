/** `npm run shop -- settings get` and `settings set`. */
import { callShop, readText, UsageError, type ShopCommand } from './command.ts'

const toJson = (value: unknown) => JSON.stringify(value, null, 2)

export const settingsGet: ShopCommand = {
  name: 'settings get',
  summary: 'prints all settings, a group, or one',
  usage: '[group[.setting]]',
  help: 'Prints the values as JSON: all of them, those of a group (company), or one (company.phone).',
  options: {},
  run: async ({ environment, positionals }) => {
    const [path, ...more] = positionals
    if (more.length > 0) throw new UsageError('Name one setting.')
    const { value } = await callShop(environment, 'settings get', { path })
    return { ok: true, data: { value }, text: toJson(value) }
  },
}

/** JSON where it is JSON, otherwise a text. */
const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const settingsSet: ShopCommand = {
  name: 'settings set',
  summary: 'changes a setting',
  usage: '<group[.setting]> <value> --as <email> [--text]',
  help: `Changes one setting, or a whole group, with the same checks as in the admin. The value is JSON, or a text if it is not
JSON. The audit log has the old and the new value. Every process of the shop has it within two seconds.

  --as <email>   the platform admin who makes the change
  --text         takes the value as a text although it is JSON, such as a number`,
  options: { as: { type: 'string' }, text: { type: 'boolean', default: false } },
  run: async ({ environment, values, positionals }) => {
    const [path, text, ...more] = positionals
    if (path === undefined || text === undefined || more.length > 0) throw new UsageError('Name a setting and a value.')
    const value = values['text'] === true ? text : readValue(text)
    const change = await callShop(environment, 'settings set', { path, value, as: readText(values['as'], '--as') })
    return { ok: true, data: change, text: `${path}: ${toJson(change.before)} → ${toJson(change.after)}` }
  },
}
