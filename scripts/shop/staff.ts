/** `npm run shop -- staff …`. */
import { staffRoleNames } from '../../src/operations/admin/staff.server.ts'
import { callShop, readChoice, readText, UsageError, type ShopCommand, type Values } from './command.ts'

const actorOptions = { as: { type: 'string' }, reason: { type: 'string' } } as const
const AS_HELP = '  --as <email>      the platform admin who does it: nobody changes their own account'
const ACTOR_HELP = `${AS_HELP}\n  --reason <text>   for the audit log`
const ROLES_HELP = `The roles are ${staffRoleNames.join(', ')}. The same rules hold as in the admin.`

const readActor = (email: string | undefined, values: Values) => {
  if (email === undefined) throw new UsageError('Name the email of one person.')
  return { email, as: readText(values['as'], '--as'), reason: readText(values['reason'], '--reason') }
}

export const staffList: ShopCommand = {
  name: 'staff list',
  summary: 'lists everybody with a staff role',
  usage: '',
  help: 'Lists emails, roles, and whose email is not confirmed or who is suspended.',
  options: {},
  run: async ({ environment }) => {
    const { staff } = await callShop(environment, 'staff list', {})
    const lines = staff.map(({ email, name, roles, suspended, email_confirmed }) =>
      [email, name, roles.join(', '), suspended && 'suspended', !email_confirmed && 'email not confirmed']
        .filter(Boolean)
        .join('  '),
    )
    return { ok: true, data: { staff }, text: lines.join('\n') || 'Nobody has a staff role: run npm run setup.' }
  },
}

export const staffInvite: ShopCommand = {
  name: 'staff invite',
  summary: 'invites somebody to the staff by mail',
  usage: '<email> <role> [<role> …] --as <email>',
  help: `The shop's worker mails a link that works for seven days. Who has no account makes one there, and everybody then sets
up a second step. ${ROLES_HELP}

${AS_HELP}`,
  options: { as: { type: 'string' } },
  run: async ({ environment, values, positionals }) => {
    const [email, ...roles] = positionals
    if (email === undefined || roles.length === 0)
      throw new UsageError('Name the email of one person, and their roles.')
    const invited = await callShop(environment, 'staff invite', {
      email,
      roles: roles.map(role => readChoice(role, staffRoleNames, 'The role')),
      as: readText(values['as'], '--as'),
    })
    return { ok: true, data: invited, text: `Invited ${invited.email}: ${invited.roles.join(', ')}` }
  },
}

const roleCommand = (verb: 'grant' | 'revoke'): ShopCommand => ({
  name: `staff ${verb}`,
  summary: `${verb}s a staff role`,
  usage: '<email> <role> --as <email> --reason <text>',
  help: `${ROLES_HELP}\n\n${ACTOR_HELP}`,
  options: actorOptions,
  run: async ({ environment, values, positionals }) => {
    const [email, role, ...more] = positionals
    if (more.length > 0) throw new UsageError('Name one person and one role.')
    const input = { ...readActor(email, values), role: readChoice(role, staffRoleNames, 'The role') }
    const change = await callShop(environment, 'staff role', { ...input, grant: verb === 'grant' })
    return { ok: true, data: change, text: `${change.email}: ${change.roles.join(', ') || 'no staff role'}` }
  },
})

export const staffGrant = roleCommand('grant')
export const staffRevoke = roleCommand('revoke')

export const staffResetSecondStep: ShopCommand = {
  name: 'staff reset-second-step',
  summary: 'resets a lost second step, with two persons',
  usage: '<email> --as <email> --reason <text>',
  help: `The first person requests it, another one approves it within 24 hours by the same command. The owner gets a mail both
times.

${ACTOR_HELP}`,
  options: actorOptions,
  run: async ({ environment, values, positionals }) => {
    const [email, ...more] = positionals
    if (more.length > 0) throw new UsageError('Name one person.')
    const result = await callShop(environment, 'staff reset-second-step', readActor(email, values))
    const text =
      result.step === 'request'
        ? `Requested for ${result.email}. Another platform admin has to run the same command within 24 hours.`
        : `${result.email} signs in with the password alone now, and sets up a second step again.`
    return { ok: true, data: result, text }
  },
}

export const staffUnlock: ShopCommand = {
  name: 'staff unlock',
  summary: 'unlocks a login after too many wrong passwords or codes',
  usage: '<email> --as <email> --reason <text>',
  help: `Works for customers, too. A login also unlocks by itself within 15 minutes.

${ACTOR_HELP}`,
  options: actorOptions,
  run: async ({ environment, values, positionals }) => {
    const [email, ...more] = positionals
    if (more.length > 0) throw new UsageError('Name one person.')
    const unlocked = await callShop(environment, 'staff unlock', readActor(email, values))
    return { ok: true, data: unlocked, text: `${unlocked.email} can log in again.` }
  },
}
