/** The privacy part of workspaces: exports a user's workspaces and closes the ones that only they use. */
import { getEmailHint } from '#accounts/own/preferences.server.ts'
import type { DepartingUser, PrivacyPart } from '#accounts/privacy/part.ts'
import type { Db, Trx } from '#platform/db/database.server.ts'
import { releaseImage } from '#platform/images/uploads.server.ts'

import { removeMember } from './team.server.ts'
import { listUserWorkspaces } from './workspaces.server.ts'

/** Lists a user's workspaces with the numbers of other members and other owners. */
const listMemberships = async (db: Db | Trx, user_id: number) =>
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

const listObstacles = async (db: Db | Trx, user_id: number) =>
  (await listMemberships(db, user_id))
    .filter(({ role, others, other_owners }) => role === 'owner' && Number(others) > 0 && Number(other_owners) === 0)
    .map(
      ({ name }) =>
        `You own the workspace “${name}”, which has other members. Please make one of them its owner first, or remove them.`,
    )

const listClosedWorkspaces = async (db: Db | Trx, user_id: number) =>
  (await listMemberships(db, user_id)).filter(({ others }) => Number(others) === 0).map(({ id }) => id)

const collect = async (db: Db, user_id: number) => ({
  workspaces: (await listUserWorkspaces(db, user_id)).map(({ name, role }) => ({ name, role })),
  // The email of an invite is the data of its owner.
  invites_sent: (
    await db
      .selectFrom('workspace_invites')
      .where('invited_by', '=', user_id)
      .orderBy('id')
      .select(['email', 'role', 'created_at'])
      .execute()
  ).map(({ email, ...invite }) => ({ ...invite, email: getEmailHint(email) })),
})

/** A closed workspace keeps its orders, under an anonymous name. */
const closeWorkspaces = async (trx: Trx, ids: readonly number[], now: Date) => {
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

const forget = async (trx: Trx, { user_id, email, stand_in, closed_workspace_ids, now }: DepartingUser) => {
  for (const { id } of await listMemberships(trx, user_id))
    if (!closed_workspace_ids.includes(id))
      await removeMember(trx, { user_id, workspace_id: id, masquerade: null }, { user_id, now })
  await closeWorkspaces(trx, closed_workspace_ids, now)
  await trx
    .updateTable('workspace_billing')
    .set({ billing_contact_user_id: null })
    .where('billing_contact_user_id', '=', user_id)
    .execute()
  // Ends open invites to this email, and removes the email from all of them.
  await trx
    .updateTable('workspace_invites')
    .set({ revoked_at: now })
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  await trx.updateTable('workspace_invites').set({ email: stand_in }).where('email', '=', email).execute()
}

export const workspacesPart: PrivacyPart = {
  name: 'workspaces',
  collect,
  obstacles: listObstacles,
  listClosedWorkspaces,
  forget,
}
