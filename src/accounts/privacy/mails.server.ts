import type { Deps } from '#platform/deps.ts'

import { makeStayLink, obstaclesOf } from './deletions.server.ts'
import type { PrivacyPart } from './part.ts'

const drawn = () => import('./parts/privacy-mails.tsx')
const pageOf = ({ config }: Deps) => `${config.public_url}/account/privacy`

const emailOf = async ({ db }: Deps, user_id: number) =>
  (await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst())?.email

/** Each of these does nothing when what it tells of is not so anymore. */
export const mailExportReady = async (deps: Deps, export_id: number): Promise<void> => {
  const found = await deps.db
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .where('e.id', '=', export_id)
    .where('e.expires_at', '>', deps.clock.now())
    .select(['u.email', 'e.expires_at'])
    .executeTakeFirst()
  if (!found?.expires_at) return
  const { exportReadyMail } = await drawn()
  const { email: to, expires_at } = found
  await deps.mail.send({ to, ...(await exportReadyMail({ address: pageOf(deps), expires_at })) })
}

export const mailDeletionAsked = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined || (await deps.mail.wasSent(to))) return
  const link = await makeStayLink(deps.db, user_id)
  if (!link) return
  const { deletionAskedMail } = await drawn()
  const address = `${pageOf(deps)}/${link.token}`
  await deps.mail.send({ to, ...(await deletionAskedMail({ address, due_at: link.due_at })) })
}

export const mailDeletionTakenBack = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  if (to === undefined) return
  const { deletionTakenBackMail } = await drawn()
  await deps.mail.send({ to, ...(await deletionTakenBackMail({ address: pageOf(deps) })) })
}

export const mailDeletionHeld = async (deps: Deps, parts: readonly PrivacyPart[], user_id: number): Promise<void> => {
  const to = await emailOf(deps, user_id)
  const obstacles = await obstaclesOf(deps.db, parts, user_id)
  if (to === undefined || obstacles.length === 0) return
  const { deletionHeldMail } = await drawn()
  await deps.mail.send({ to, ...(await deletionHeldMail({ address: pageOf(deps), obstacles })) })
}

/** To where nobody is anymore: the account is gone, so this is sent at once and once. */
export const mailGoodbye = async (deps: Deps, to: string): Promise<void> => {
  const { goodbyeMail } = await drawn()
  await deps.mail.send({ to, ...(await goodbyeMail()) })
}
