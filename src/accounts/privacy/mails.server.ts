import type { Deps } from '#platform/deps.ts'

import { createCancelLink, listObstacles } from './deletions.server.ts'
import type { PrivacyPart } from './part.ts'

const loadTemplates = () => import('./parts/privacy-mails.tsx')
const getPageUrl = ({ config }: Deps) => `${config.public_url}/account/privacy`

const findEmail = async ({ db }: Deps, user_id: number) =>
  (await db.selectFrom('users').where('id', '=', user_id).select('email').executeTakeFirst())?.email

/** Each of these does nothing when its reason no longer applies. */
export const mailExportReady = async (deps: Deps, export_id: number): Promise<void> => {
  const dataExport = await deps.db
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .where('e.id', '=', export_id)
    .where('e.expires_at', '>', deps.clock.now())
    .select(['u.email', 'e.expires_at'])
    .executeTakeFirst()
  if (!dataExport?.expires_at) return
  const { exportReadyMail } = await loadTemplates()
  const { email: to, expires_at } = dataExport
  await deps.mail.send({ to, content: exportReadyMail({ address: getPageUrl(deps), expires_at }) })
}

export const mailDeletionRequested = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await findEmail(deps, user_id)
  if (to === undefined || (await deps.mail.wasSent(to))) return
  const link = await createCancelLink(deps.db, user_id)
  if (!link) return
  const { deletionRequestedMail } = await loadTemplates()
  const address = `${getPageUrl(deps)}/${link.token}`
  await deps.mail.send({ to, content: deletionRequestedMail({ address, due_at: link.due_at }) })
}

export const mailDeletionCanceled = async (deps: Deps, user_id: number): Promise<void> => {
  const to = await findEmail(deps, user_id)
  if (to === undefined) return
  const { deletionTakenBackMail } = await loadTemplates()
  await deps.mail.send({ to, content: deletionTakenBackMail({ address: getPageUrl(deps) }) })
}

export const mailDeletionBlocked = async (
  deps: Deps,
  parts: readonly PrivacyPart[],
  user_id: number,
): Promise<void> => {
  const to = await findEmail(deps, user_id)
  const obstacles = await listObstacles(deps.db, parts, user_id)
  if (to === undefined || obstacles.length === 0) return
  const { deletionHeldMail } = await loadTemplates()
  await deps.mail.send({ to, content: deletionHeldMail({ address: getPageUrl(deps), obstacles }) })
}

/** The account is gone, so the job sends this mail directly. */
export const mailGoodbye = async (deps: Deps, to: string): Promise<void> => {
  const { goodbyeMail } = await loadTemplates()
  await deps.mail.send({ to, content: goodbyeMail() })
}
