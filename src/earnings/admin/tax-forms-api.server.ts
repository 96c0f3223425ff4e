import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import type { Deps } from '#platform/deps.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { numberParam } from '#platform/http/lists.ts'
import { refuse } from '#platform/http/refusal.ts'
import { serve, serveFile } from '#platform/http/serve.server.ts'
import { readBody } from '#search/visual/picture-body.server.ts'

import { MAX_TAX_FORM_BYTES } from '../tax-form.ts'
import { addTaxForm, openTaxFormFile, removeTaxForm, storeTaxFormFile } from '../tax-forms.server.ts'
import * as contract from './tax-forms-contract.ts'

const NO_FILE = 'Please send a PDF, JPEG or PNG of up to 10 MB.'

export const adminTaxFormsApi = (app: FastifyInstance, deps: Deps) => {
  const { db, clock } = deps
  const editorOf = ({ user_id: staff_user_id }: Member) => ({ staff_user_id, now: clock.now() })

  serve(app, contract.addTaxForm, async ({ actor, params: { id }, body }) => ({
    data: { id: await db.transaction().execute(trx => addTaxForm(trx, id, body, editorOf(actor))) },
  }))

  serve(app, contract.removeTaxForm, async ({ actor, params: { id: filmmaker_id, form_id: id }, body: { reason } }) => {
    await removeTaxForm(deps, { filmmaker_id, id }, { ...editorOf(actor), reason })
    return { data: { removed: id } }
  })

  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // A large body is read to its end, so that the client sees why it is refused.
    scope.addContentTypeParser(
      /^(?:application\/pdf|image\/)/,
      async (_request: unknown, stream: AsyncIterable<unknown>) => {
        const bytes = await readBody(stream, MAX_TAX_FORM_BYTES)
        if (!bytes) throw refuse(413, 'This file is too large. The limit is 10 MB.')
        return { file: () => bytes }
      },
    )
    scope.addContentTypeParser('*', async (_request: unknown, stream: AsyncIterable<unknown>) => {
      await readBody(stream, 0)
      throw refuse(415, NO_FILE)
    })
    serve(
      scope,
      contract.uploadTaxFormFile,
      async ({ actor, params: { id: filmmaker_id, form_id: id }, request: { body } }) => {
        const { file } = (body ?? {}) as { file?: () => Buffer }
        if (!file) throw refuse(422, NO_FILE)
        await storeTaxFormFile(deps, { filmmaker_id, id }, file(), editorOf(actor))
        return { data: { id } }
      },
    )
  })

  serveFile(
    app,
    fileEndpoint(contract.taxFormFilePath(':id', ':form_id'), {
      summary: 'Get the file of a tax form',
      who: 'platform_admins',
      per_minute: 60,
      params: z.object({ id: numberParam(), form_id: numberParam() }),
      file: 'application/pdf',
    }),
    async ({ actor, params: { id: filmmaker_id, form_id: id }, reply }) => {
      const { name, type, size_bytes, read } = await openTaxFormFile(deps, { filmmaker_id, id }, editorOf(actor))
      return reply
        .type(type)
        .header('content-length', size_bytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(read())
    },
  )
}
