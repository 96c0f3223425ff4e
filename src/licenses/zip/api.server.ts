import type { FastifyInstance } from 'fastify'

import { listDocuments, loadOrder } from '#orders/order-detail.server.ts'
import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'

import { prepareFiles, recordDownloads, type ReadyFile } from '../downloads.server.ts'
import type { createOrderPdfs } from '../pdfs.server.ts'
import { requireDownloadAccess } from '../policy.ts'
import { requireFiles, createEntries, listOrderFiles, findAvailableFiles, type ZipDocument } from './contents.server.ts'
import * as contract from './contract.ts'
import { readZipLink, ZipLinkQuery, createZipUrl, type ZipLinkPayload } from './link.server.ts'
import { createZip } from './zip.server.ts'

export const zipApi = (app: FastifyInstance, deps: Deps, pdfs: ReturnType<typeof createOrderPdfs>) => {
  const { db, storage, clock, secret, settings } = deps

  const toZipName = ({ order, files }: Pick<ZipLinkPayload, 'order' | 'files'>) =>
    settings.fileName(`${order ?? `${files.length}-${files.length === 1 ? 'file' : 'files'}`}.zip`)

  const createLink = ({ user_id, workspace_id }: Member, files: readonly ReadyFile[], order: string | null) => {
    const payload = { user_id, workspace_id, order, files }
    return {
      url: createZipUrl(secret, payload, clock.now()),
      name: toZipName(payload),
      size_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
      files_count: files.length,
    }
  }

  serve(app, contract.zipFiles, async ({ actor, body }) => {
    requireDownloadAccess(actor)
    const files = await requireFiles(db, { workspace_id: actor.workspace_id, now: clock.now() }, body.files)
    return { data: { ...createLink(actor, await prepareFiles(deps, files), null), skipped: [] } }
  })

  serve(app, contract.zipOrder, async ({ actor, params }) => {
    requireDownloadAccess(actor)
    const { workspace_id } = actor
    const { id } = await loadOrder(db, workspace_id, params.id)
    const orderFiles = await listOrderFiles(db, id)
    if (orderFiles.length > contract.MAX_FILES)
      throw refuse(409, `A zip takes at most ${contract.MAX_FILES} files. Please take this order in parts.`)
    const { files, skipped } = await findAvailableFiles(db, { workspace_id, now: clock.now() }, orderFiles)
    return { data: { ...createLink(actor, await prepareFiles(deps, files), params.id), skipped } }
  })

  /** Returns the license agreement of an order while it grants licenses. */
  const loadDocuments = async (workspace_id: number, order: string | null): Promise<ZipDocument[]> => {
    if (order === null || !listDocuments(await loadOrder(db, workspace_id, order)).includes('license-agreement'))
      return []
    const bytes = await pdfs.print({ workspace_id, number: order, name: 'license-agreement' })
    return [{ name: settings.fileName(`license-agreement-${order}.pdf`), bytes }]
  }

  serveFile(
    app,
    fileEndpoint(contract.ZIP_PATH, {
      summary: 'Download licensed files as one zip, by a signed link',
      who: 'signed_in',
      masquerade: 'allowed',
      per_minute: 60,
      query: ZipLinkQuery,
      refusals: [404, 409, 410],
      file: 'application/zip',
      refuses_head: true,
    }),
    async ({ actor, query, reply }) => {
      requireDownloadAccess(actor)
      const now = clock.now()
      const payload = readZipLink(secret, query, actor, now)
      const { workspace_id, order } = payload
      const files = await prepareFiles(deps, await requireFiles(db, { workspace_id, now }, payload.files))
      const entries = await createEntries({ storage, settings }, files, await loadDocuments(workspace_id, order))
      const { size_bytes, stream } = createZip(entries, now)
      await recordDownloads(db, { workspace_id, now }, files)
      return reply
        .type('application/zip')
        .header('content-length', size_bytes)
        .header('content-disposition', `attachment; filename="${toZipName(payload)}"`)
        .header('cache-control', 'private, no-store')
        .send(stream)
    },
  )
}
