import type { FastifyInstance } from 'fastify'

import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.server.ts'

import { loadUser } from '../users.server.ts'
import { verticalSlugs } from '../verticals.ts'
import { getAvatarUploadParameters, saveAvatar } from './avatar.server.ts'
import { loadBusinessType, loadBusinessTypes, saveOccupation } from './occupation.server.ts'
import * as contract from './profile-contract.ts'
import { saveVerticals } from './profile.server.ts'

export const ownProfileApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps

  serve(app, contract.getAvatarUpload, ({ actor }) => ({
    data: getAvatarUploadParameters(deps, actor.user_id, clock.now()),
  }))

  serve(app, contract.saveAvatar, async ({ actor: { user_id, masquerade }, body: { avatar_public_id } }) => {
    const now = clock.now()
    await db.transaction().execute(trx => saveAvatar(trx, deps, { user_id, avatar_public_id, now }))
    return { data: await loadUser(db, user_id, masquerade) }
  })

  serve(app, contract.listBusinessTypes, async () => ({ data: await loadBusinessTypes(db) }))

  serve(app, contract.getBusinessType, async ({ params: { id } }) => ({ data: await loadBusinessType(db, id) }))

  serve(app, contract.saveOccupation, async ({ actor: { user_id, masquerade }, body }) => {
    await saveOccupation(db, user_id, body)
    return { data: await loadUser(db, user_id, masquerade) }
  })

  serve(app, contract.getVerticals, async ({ actor }) => {
    const { verticals } = await loadUser(db, actor.user_id)
    return { data: { verticals: verticalSlugs.filter(slug => verticals.includes(slug)) } }
  })

  serve(app, contract.saveVerticals, async ({ actor: { user_id, masquerade }, body }) => {
    await saveVerticals(db, user_id, body.verticals)
    return { data: await loadUser(db, user_id, masquerade) }
  })
}
