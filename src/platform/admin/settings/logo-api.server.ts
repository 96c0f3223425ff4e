/** Takes logos, and serves them to everybody. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { readBody } from '#search/visual/picture-body.server.ts'

import type { Deps } from '../../deps.ts'
import { fileEndpoint } from '../../http/endpoint.ts'
import { refuse } from '../../http/refusal.ts'
import { serve, serveFile } from '../../http/serve.server.ts'
import { logoKey } from '../../settings/logo-files.server.ts'
import { storeLogo } from '../../settings/logo.server.ts'
import { logoPath, MAX_LOGO_BYTES } from '../../settings/logo.ts'
import { uploadLogo } from './contract.ts'

const LOGO_FILE = /^[0-9a-f]{32}\.(?:svg|png|svg\.png)$/
const NO_LOGO = 'Please send a logo: an SVG or a PNG of up to 2 MB.'

export const logoApi = (app: FastifyInstance, deps: Deps) => {
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    // A large body is read to its end, so that the client sees why it is refused.
    scope.addContentTypeParser(/^image\//, async (_request: unknown, stream: AsyncIterable<unknown>) => {
      const bytes = await readBody(stream, MAX_LOGO_BYTES)
      if (!bytes) throw refuse(413, 'That logo is too large. The limit is 2 MB.')
      return { logo: () => bytes }
    })
    scope.addContentTypeParser('*', async (_request: unknown, stream: AsyncIterable<unknown>) => {
      await readBody(stream, 0)
      throw refuse(415, NO_LOGO)
    })
    serve(scope, uploadLogo, async ({ request: { body } }) => {
      const { logo } = (body ?? {}) as { logo?: () => Buffer }
      if (!logo) throw refuse(422, NO_LOGO)
      return { data: await storeLogo(deps, logo()) }
    })
  })

  serveFile(
    app,
    fileEndpoint(logoPath(':file'), {
      summary: 'Get a logo of the company',
      who: 'anyone',
      masquerade: 'allowed',
      params: z.object({ file: z.string() }),
      file: 'image/*',
      max_age_seconds: 31_536_000,
    }),
    async ({ params: { file }, reply }) => {
      const picture = LOGO_FILE.test(file) ? await deps.storage.open(logoKey(file)) : undefined
      if (!picture) throw refuse.missing('file')
      return reply
        .type(file.endsWith('.svg') ? 'image/svg+xml' : 'image/png')
        .header('content-length', picture.size_bytes)
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .send(picture.read())
    },
  )
}
