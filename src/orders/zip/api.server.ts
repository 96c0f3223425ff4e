import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/refusal.ts'
import { admit, serve } from '#platform/serve.server.ts'

import { readyFiles, type ReadyFile } from '../downloads.server.ts'
import { documentsOf, orderRow } from '../order-detail.server.ts'
import type { orderPdfs } from '../pdfs.server.ts'
import { mayDownload } from '../policy.ts'
import { allFiles, entriesOf, filesOfOrder, openFiles, type Paper } from './contents.server.ts'
import * as contract from './contract.ts'
import { readZipLink, ZipLinkQuery, zipUrl, type ZipWish } from './link.server.ts'
import { zipOf } from './zip.server.ts'

const nameOf = ({ order, files }: Pick<ZipWish, 'order' | 'files'>) =>
  `${brand.slug}-${order ?? `${files.length}-${files.length === 1 ? 'file' : 'files'}`}.zip`

const file_access = { who: 'signed_in', masquerade: 'allowed' } as const

export const zipApi = (app: FastifyInstance, deps: Deps, pdfs: ReturnType<typeof orderPdfs>) => {
  const { db, storage, clock, secret } = deps

  const linkTo = ({ user_id, workspace_id }: Member, files: readonly ReadyFile[], order: string | null) => {
    const wish = { user_id, workspace_id, order, files }
    return {
      url: zipUrl(secret, wish, clock.now()),
      name: nameOf(wish),
      size_bytes: files.reduce((sum, file) => sum + file.size_bytes, 0),
      files_count: files.length,
    }
  }

  serve(app, contract.zipFiles, async ({ actor, body }) => {
    mayDownload(actor)
    const files = await allFiles(db, { workspace_id: actor.workspace_id, now: clock.now() }, body.files)
    return { data: { ...linkTo(actor, await readyFiles(deps, files), null), left_out: [] } }
  })

  serve(app, contract.zipOrder, async ({ actor, params }) => {
    mayDownload(actor)
    const { workspace_id } = actor
    const { id } = await orderRow(db, workspace_id, params.id)
    const wanted = await filesOfOrder(db, id)
    if (wanted.length > contract.most_files)
      throw refuse(409, `A zip takes at most ${contract.most_files} files. Please take this order in parts.`)
    const { files, left_out } = await openFiles(db, { workspace_id, now: clock.now() }, wanted)
    return { data: { ...linkTo(actor, await readyFiles(deps, files), params.id), left_out } }
  })

  /** What an order granted goes along with its files. */
  const papersOf = async (workspace_id: number, order: string | null): Promise<Paper[]> => {
    if (order === null || !documentsOf(await orderRow(db, workspace_id, order)).includes('license-agreement')) return []
    const bytes = await pdfs.print(workspace_id, order, 'license-agreement')
    return [{ name: `${brand.slug}-license-agreement-${order}.pdf`, bytes }]
  }

  app.get<{ Querystring: ZipLinkQuery }>(
    contract.zip_path,
    {
      schema: {
        summary: 'Licensed files as one zip, with their SHA-256; its address comes from where it is asked for',
        tags: ['workspace'],
        querystring: ZipLinkQuery,
        response: { 200: { description: 'The zip', content: { 'application/zip': { schema: z.unknown() } } } },
      },
      // A question for the head alone would read every file.
      exposeHeadRoute: false,
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 60, timeWindow: 60_000 } },
    },
    async ({ actor, query }, reply) => {
      const member = actor as Member
      mayDownload(member)
      const now = clock.now()
      const wish = readZipLink(secret, query, member, now)
      const { workspace_id, order } = wish
      const files = await readyFiles(deps, await allFiles(db, { workspace_id, now }, wish.files))
      const entries = await entriesOf({ storage }, files, await papersOf(workspace_id, order))
      const { size_bytes, stream } = zipOf(entries, now)
      return reply
        .type('application/zip')
        .header('content-length', size_bytes)
        .header('content-disposition', `attachment; filename="${nameOf(wish)}"`)
        .header('cache-control', 'private, no-store')
        .send(stream)
    },
  )
}
