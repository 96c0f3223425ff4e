import type { FastifyInstance, FastifyRequest } from 'fastify'

import { needConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import { takeComp } from '#catalog/comps.server.ts'
import { haveMade } from '#media/made-files.server.ts'
import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { knownDevice } from '#platform/device.server.ts'
import type { FlagName } from '#platform/flags.ts'
import { refuse } from '#platform/refusal.ts'
import { serve } from '#platform/serve.server.ts'
import { signedUrl } from '#platform/storage/files.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { editfestWay, takeForEditfest, takenClips } from './downloads.server.ts'
import { enterEditfest, lastEntry, shownEntry } from './entries.server.ts'

const acting_refusal = 'Clips are counted for the client: only they can take them.'
const role_refusal = 'Your role in this workspace does not include downloads.'

/** Why somebody takes no clips here, whatever is left. */
const refusalOf = ({ workspace_role, masquerade }: Member): string | null =>
  !canDownload(workspace_role) ? role_refusal : masquerade ? acting_refusal : null

type Asking = { actor: Member; request: FastifyRequest }

export const editfestApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, flags } = deps

  const isOn = (flag: FlagName, { actor, request }: Asking) =>
    flags.isOn(flag, { ...actor, device_id: knownDevice(request) })
  /** Where a flag is off, its part of the shop is not there. */
  const insistOn = async (flag: FlagName, asking: Asking) => {
    if (!(await isOn(flag, asking))) throw refuse.missing()
  }

  // Clip pages ask this of everybody who is signed in: nothing of flags is a refusal here.
  serve(app, contract.getEditfestCode, async asking => {
    const isThere = (await isOn('editfest-coupon', asking)) || (await isOn('editfest-downloads', asking))
    const entry = isThere ? await lastEntry(db, asking.actor.workspace_id) : undefined
    return { data: entry ? shownEntry(entry, clock.now()) : null }
  })

  serve(app, contract.enterEditfestCode, async ({ body: { code }, ...asking }) => {
    await insistOn('editfest-coupon', asking)
    const { user_id, workspace_id, workspace_role } = asking.actor
    if (!canDownload(workspace_role)) throw refuse(403, role_refusal)
    await needConfirmedEmail(db, user_id)
    const now = clock.now()
    const entry = await db.transaction().execute(trx => enterEditfest(trx, { workspace_id, user_id, code, now }))
    return { data: shownEntry(entry, now) }
  })

  serve(app, contract.canDownloadForEditfest, async ({ params, ...asking }) => {
    await insistOn('editfest-downloads', asking)
    const { workspace_id, user_id } = asking.actor
    const now = clock.now()
    const { entry, way, is_taken } = await editfestWay(db, { workspace_id, user_id, clip_id: params.id, now })
    const refusal = refusalOf(asking.actor)
    return {
      data: {
        can_download: refusal === null && way.kind !== 'closed',
        has_watermark: way.kind === 'watermarked',
        reason: refusal ?? (way.kind === 'clean' ? null : way.why),
        is_taken,
        entry: entry ? shownEntry(entry, now) : null,
      },
    }
  })

  serve(app, contract.downloadForEditfest, async ({ params: { id: clip_id }, ...asking }) => {
    await insistOn('editfest-downloads', asking)
    const { workspace_id, workspace_role, user_id } = asking.actor
    if (!canDownload(workspace_role)) throw refuse(403, role_refusal)
    const wanted = { workspace_id, user_id, clip_id, now: clock.now() }
    const file = await db.transaction().execute(trx => takeForEditfest(trx, wanted))
    if (file && file.storage_key === null) throw await haveMade(deps, file)
    if (file?.storage_key)
      return { data: { url: signedUrl(deps, file.storage_key, `${brand.slug}-${file.name}`), has_watermark: false } }
    const comp = await takeComp(db, clip_id, user_id)
    return { data: { url: signedUrl(deps, comp.storage_key, comp.name), has_watermark: true } }
  })

  serve(app, contract.getWorkspaceEditfest, async asking => {
    await insistOn('editfest-downloads', asking)
    const { workspace_id, workspace_role } = asking.actor
    const entry = await lastEntry(db, workspace_id)
    return {
      data: {
        entry: entry ? shownEntry(entry, clock.now()) : null,
        clips: entry ? await takenClips(db, entry.id) : [],
        can_download: refusalOf(asking.actor) === null,
        can_enter: canDownload(workspace_role) && (await isOn('editfest-coupon', asking)),
      },
    }
  })
}
