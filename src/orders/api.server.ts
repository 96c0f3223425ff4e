import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { admit, serve } from '#platform/serve.server.ts'
import { signedUrl } from '#platform/storage/files.server.ts'
import { rateOf } from '#rates/rates.server.ts'

import { orderAgain } from './again.server.ts'
import { certificatesApi } from './certificates/api.server.ts'
import * as clips from './clips-contract.ts'
import * as contract from './contract.ts'
import { licensedFile, readyFiles } from './downloads.server.ts'
import { endsApi } from './ends/api.server.ts'
import { licensedClips } from './licensed-clips.server.ts'
import { clipsOf } from './order-clips.server.ts'
import { orderOf, orderRow } from './order-detail.server.ts'
import { ordersOf } from './order-list.server.ts'
import { orderPdfs } from './pdfs.server.ts'
import { canDownload, mayDownload, seeOrders } from './policy.ts'
import { assignProject } from './projects.server.ts'
import { registerApi } from './register/api.server.ts'
import { zipApi } from './zip/api.server.ts'

const file_access = { who: 'signed_in', masquerade: 'allowed' } as const

export const ordersApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const pdfs = orderPdfs(app, deps)
  zipApi(app, deps, pdfs)
  certificatesApi(app, deps, pdfs)
  endsApi(app, deps)
  registerApi(app, deps)

  serve(app, contract.listOrders, ({ actor, query }) => {
    seeOrders(actor)
    return ordersOf(db, {
      workspace_id: actor.workspace_id,
      now: clock.now(),
      page: query.page,
      sort: query.sort,
      type: query['filter[type]'],
      search: { query: query['search[query]'] ?? '', field: query['search[field]'] },
    })
  })

  serve(app, contract.getOrder, async ({ actor, params }) => {
    seeOrders(actor)
    const order = await orderOf(db, actor.workspace_id, params.id, clock.now())
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })

  serve(app, contract.orderAgain, async ({ actor, params }) => {
    seeOrders(actor)
    return { data: await db.transaction().execute(trx => orderAgain(trx, actor, params.id, clock.now())) }
  })

  serve(app, clips.listOrderClips, async ({ actor, params, query }) => {
    seeOrders(actor)
    const { id } = await orderRow(db, actor.workspace_id, params.id)
    return clipsOf(db, id, clock.now(), query.page)
  })

  serve(app, contract.listRateOrders, async ({ actor, params, query }) => {
    seeOrders(actor)
    const { id: rate_id } = await rateOf(db, actor.workspace_id, params.id)
    return ordersOf(db, { workspace_id: actor.workspace_id, now: clock.now(), page: query.page, rate_id })
  })

  serve(app, clips.listLicenses, ({ actor, query }) => {
    seeOrders(actor)
    const { workspace_id } = actor
    return licensedClips(db, { workspace_id, page: query.page, search: query['search[query]'], now: clock.now() })
  })

  serve(app, contract.putProjectDetails, async ({ actor, params, body }) => {
    seeOrders(actor)
    const { order_item_ids, ...details } = body
    const { workspace_id } = actor
    const assignment = { workspace_id, universal_invoice_number: params.id, details, order_item_ids, now: clock.now() }
    await db.transaction().execute(trx => assignProject(trx, assignment))
    const order = await orderOf(db, workspace_id, params.id, clock.now())
    return { data: { ...order, can_download: canDownload(actor.workspace_role) } }
  })

  serve(app, clips.downloadClip, async ({ actor, params, body }) => {
    mayDownload(actor)
    const wanted = { workspace_id: actor.workspace_id, clip_id: params.id, format_id: body.format_id, now: clock.now() }
    const [file] = await readyFiles(deps, [await licensedFile(db, wanted)])
    if (!file) throw new Error('A file that may go is there, or it is refused.')
    return { data: { url: signedUrl(deps, file.storage_key, `${brand.slug}-${file.name}`) } }
  })

  for (const kind of contract.orderDocuments)
    app.get<{ Params: { id: string } }>(
      contract.documentPath(':id', kind),
      {
        schema: {
          summary: `The ${contract.documentLabels[kind].toLowerCase()} of an order, as PDF`,
          tags: ['workspace'],
          params: contract.OrderParam,
          response: { 200: { description: 'The document', content: { 'application/pdf': { schema: z.unknown() } } } },
        },
        preValidation: async request => admit(file_access, request.actor),
        config: { endpoint: file_access, rateLimit: { max: 60, timeWindow: 60_000 } },
      },
      async ({ actor, params }, reply) => {
        seeOrders(actor)
        const { workspace_id } = actor as Member
        return pdfs.send(reply, workspace_id, params.id, kind)
      },
    )

  app.get<{ Params: { id: string; number: string } }>(
    contract.creditNotePath(':id', ':number'),
    {
      schema: {
        summary: 'A credit note of an order, as PDF',
        tags: ['workspace'],
        params: contract.CreditNoteParam,
        response: { 200: { description: 'The document', content: { 'application/pdf': { schema: z.unknown() } } } },
      },
      preValidation: async request => admit(file_access, request.actor),
      config: { endpoint: file_access, rateLimit: { max: 60, timeWindow: 60_000 } },
    },
    async ({ actor, params }, reply) => {
      seeOrders(actor)
      return pdfs.send(reply, (actor as Member).workspace_id, params.id, params.number)
    },
  )
}
