import type { FastifyInstance, FastifyRequest } from 'fastify'

import { requireConfirmedEmail } from '#accounts/confirmed-email.server.ts'
import { issueComp } from '#catalog/comps.server.ts'
import { requestTranscode } from '#media/transcodes.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import type { FlagName } from '#platform/flags/flags.ts'
import { readDeviceId } from '#platform/http/device.server.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve } from '#platform/http/serve.server.ts'
import { createSignedUrl } from '#platform/storage/files.server.ts'
import { canDownload } from '#workspaces/policy.ts'

import * as contract from './contract.ts'
import { getClipAccess, takeClip, listTakenClips } from './downloads.server.ts'
import { enterEditfest, getLatestEntry, toEntry } from './entries.server.ts'

const MASQUERADE_REFUSAL = 'Clips are counted for the client: only they can take them.'
const ROLE_REFUSAL = 'Your role in this workspace does not include downloads.'

/** Why the member can download no clips at all; null if they can. */
const getDownloadRefusal = ({ workspace_role, masquerade }: Member): string | null =>
  !canDownload(workspace_role) ? ROLE_REFUSAL : masquerade ? MASQUERADE_REFUSAL : null

type EditfestRequest = { actor: Member; request: FastifyRequest }

export const editfestApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock, flags } = deps

  const isOn = (flag: FlagName, { actor, request }: EditfestRequest) =>
    flags.isOn(flag, { ...actor, device_id: readDeviceId(request) })
  /** Throws 404 if the flag is off. */
  const requireFlag = async (flag: FlagName, args: EditfestRequest) => {
    if (!(await isOn(flag, args))) throw refuse.missing()
  }

  // Clip pages call this for every signed-in user, so a flag that is off is no error here.
  serve(app, contract.getEditfestCode, async args => {
    const isEnabled = (await isOn('editfest-coupon', args)) || (await isOn('editfest-downloads', args))
    const entry = isEnabled ? await getLatestEntry(db, args.actor.workspace_id) : undefined
    return { data: entry ? toEntry(entry, clock.now()) : null }
  })

  serve(app, contract.enterEditfestCode, async ({ body: { code }, ...args }) => {
    await requireFlag('editfest-coupon', args)
    const { user_id, workspace_id, workspace_role } = args.actor
    if (!canDownload(workspace_role)) throw refuse(403, ROLE_REFUSAL)
    await requireConfirmedEmail(db, user_id)
    const now = clock.now()
    const entry = await db.transaction().execute(trx => enterEditfest(trx, { workspace_id, user_id, code, now }))
    return { data: toEntry(entry, now) }
  })

  serve(app, contract.canDownloadForEditfest, async ({ params, ...args }) => {
    await requireFlag('editfest-downloads', args)
    const { workspace_id, user_id } = args.actor
    const now = clock.now()
    const { entry, access, is_downloaded } = await getClipAccess(db, { workspace_id, user_id, clip_id: params.id, now })
    const refusal = getDownloadRefusal(args.actor)
    return {
      data: {
        can_download: refusal === null && access.kind !== 'closed',
        has_watermark: access.kind === 'watermarked',
        reason: refusal ?? (access.kind === 'clean' ? null : access.reason),
        is_downloaded,
        entry: entry ? toEntry(entry, now) : null,
      },
    }
  })

  serve(app, contract.downloadForEditfest, async ({ params: { id: clip_id }, ...args }) => {
    await requireFlag('editfest-downloads', args)
    const { workspace_id, workspace_role, user_id } = args.actor
    if (!canDownload(workspace_role)) throw refuse(403, ROLE_REFUSAL)
    const input = { workspace_id, user_id, clip_id, now: clock.now() }
    const file = await db.transaction().execute(trx => takeClip(trx, input))
    if (file && file.storage_key === null) throw await requestTranscode(deps, file)
    if (file?.storage_key)
      return {
        data: { url: createSignedUrl(deps, file.storage_key, deps.settings.fileName(file.name)), has_watermark: false },
      }
    const comp = await issueComp(db, clip_id, user_id)
    return {
      data: { url: createSignedUrl(deps, comp.storage_key, deps.settings.fileName(comp.name)), has_watermark: true },
    }
  })

  serve(app, contract.getWorkspaceEditfest, async args => {
    await requireFlag('editfest-downloads', args)
    const { workspace_id, workspace_role } = args.actor
    const entry = await getLatestEntry(db, workspace_id)
    return {
      data: {
        entry: entry ? toEntry(entry, clock.now()) : null,
        clips: entry ? await listTakenClips(db, entry.id) : [],
        can_download: getDownloadRefusal(args.actor) === null,
        can_enter: canDownload(workspace_role) && (await isOn('editfest-coupon', args)),
      },
    }
  })
}
