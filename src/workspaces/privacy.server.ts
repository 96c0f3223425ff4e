/** What workspaces hold about a person, and what becomes of theirs when they leave. */
import type { Leaver, PrivacyPart } from '#accounts/privacy/part.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { releaseImage } from '#platform/images/uploads.server.ts'

import { removeFrom } from './team.server.ts'
import { workspacesOf } from './workspaces.server.ts'

/** Workspaces of a person, with how many others are in them, and how many of those own them. */
const placesOf = async (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .where('m.user_id', '=', user_id)
    .orderBy('w.id')
    .select(['w.id', 'w.name', 'm.role'])
    .select(eb =>
      eb
        .selectFrom('workspace_members as o')
        .whereRef('o.workspace_id', '=', 'w.id')
        .where('o.user_id', '!=', user_id)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$castTo<number>()
        .as('others'),
    )
    .select(eb =>
      eb
        .selectFrom('workspace_members as o')
        .whereRef('o.workspace_id', '=', 'w.id')
        .where('o.user_id', '!=', user_id)
        .where('o.role', '=', 'owner')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$castTo<number>()
        .as('other_owners'),
    )
    .execute()

const obstacles = async (db: Db | Trx, user_id: number) =>
  (await placesOf(db, user_id))
    .filter(({ role, others, other_owners }) => role === 'owner' && Number(others) > 0 && Number(other_owners) === 0)
    .map(
      ({ name }) =>
        `You own the workspace “${name}”, in which others work. Please make somebody else its owner first, or remove them from it.`,
    )

const closes = async (db: Db | Trx, user_id: number) =>
  (await placesOf(db, user_id)).filter(({ others }) => Number(others) === 0).map(({ id }) => id)

const collect = async (db: Db, user_id: number) => ({
  workspaces: (await workspacesOf(db, user_id)).map(({ name, role }) => ({ name, role })),
  invites_sent: await db
    .selectFrom('workspace_invites')
    .where('invited_by', '=', user_id)
    .orderBy('id')
    .select(['email', 'role', 'created_at'])
    .execute(),
})

/** A workspace that closes keeps its orders, under a name that tells nobody's. */
const close = async (trx: Trx, ids: readonly number[], now: Date) => {
  if (ids.length === 0) return
  const pictures = await trx
    .selectFrom('workspaces')
    .where('id', 'in', ids)
    .where('avatar_public_id', 'is not', null)
    .select('avatar_public_id')
    .execute()
  for (const { avatar_public_id } of pictures) if (avatar_public_id) await releaseImage(trx, avatar_public_id, now)
  await trx
    .updateTable('workspaces')
    .set({ name: 'Closed workspace', avatar_url: null, avatar_public_id: null })
    .where('id', 'in', ids)
    .execute()
  await trx.deleteFrom('workspace_billing').where('workspace_id', 'in', ids).execute()
  await trx.deleteFrom('workspace_invites').where('workspace_id', 'in', ids).execute()
}

const forget = async (trx: Trx, { user_id, email, stand_in, closed_workspace_ids, now }: Leaver) => {
  for (const { id } of await placesOf(trx, user_id))
    if (!closed_workspace_ids.includes(id))
      await removeFrom(trx, { user_id, workspace_id: id, masquerade: null }, { user_id, now })
  await close(trx, closed_workspace_ids, now)
  await trx
    .updateTable('workspace_billing')
    .set({ billing_contact_user_id: null })
    .where('billing_contact_user_id', '=', user_id)
    .execute()
  // Others' invites to this email: open ones end, all lose the email.
  await trx
    .updateTable('workspace_invites')
    .set({ revoked_at: now })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  await trx.updateTable('workspace_invites').set({ email: stand_in }).where('email', '=', email).execute()
}

export const workspacesPart: PrivacyPart = { name: 'workspaces', collect, obstacles, closes, forget }
