import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { Member } from '#platform/actor.ts'
import { brand } from '#platform/brand.ts'
import type { Deps } from '#platform/deps.ts'
import { IdParam } from '#platform/lists.ts'
import { requireAccess, serve } from '#platform/serve.server.ts'

import type { createOrderPdfs } from '../pdfs.server.ts'
import { requireDownloadAccess } from '../policy.ts'
import { getCertificate, verifyCertificateCode } from './certificates.server.ts'
import * as contract from './contract.ts'
import { getPublicKey } from './key.server.ts'

const fileAccess = { who: 'signed_in', masquerade: 'allowed' } as const

export const certificatesApi = (app: FastifyInstance, deps: Deps, pdfs: ReturnType<typeof createOrderPdfs>) => {
  serve(app, contract.verifyCertificate, async ({ params }) => ({
    data: await verifyCertificateCode(deps, params.code),
  }))

  app.get(
    contract.KEY_PATH,
    {
      schema: {
        summary: 'The public key of license certificates, as PEM',
        tags: ['certificates'],
        response: { 200: { description: 'The key', content: { 'application/x-pem-file': { schema: z.unknown() } } } },
      },
      config: { endpoint: { who: 'anyone', masquerade: 'allowed' } },
    },
    async (_request, reply) => reply.type('application/x-pem-file').send(getPublicKey(deps.config)),
  )

  for (const kind of ['pdf', 'json'] as const)
    app.get<{ Params: { id: number } }>(
      contract.certificatePath(':id', kind),
      {
        schema: {
          summary: kind === 'pdf' ? 'The certificate of a license, as PDF' : 'The certificate of a license, signed',
          tags: ['workspace'],
          params: IdParam,
          response: {
            200: { description: 'The certificate', content: { [contentTypes[kind]]: { schema: z.unknown() } } },
          },
        },
        preValidation: async request => requireAccess(fileAccess, request.actor),
        config: { endpoint: fileAccess, rateLimit: { max: 60, timeWindow: 60_000 } },
      },
      async ({ actor, params }, reply) => {
        const member = actor as Member
        requireDownloadAccess(member)
        const certificate = await getCertificate(deps, member.workspace_id, params.id)
        const body =
          kind === 'json'
            ? `${JSON.stringify(certificate, null, 2)}\n`
            : await pdfs.printCertificate({
                ...certificate.payload,
                kind: 'certificate',
                verify_url: certificate.verify_url,
                key_id: certificate.key_id,
              })
        return reply
          .type(contentTypes[kind])
          .header(
            'content-disposition',
            `${kind === 'pdf' ? 'inline' : 'attachment'}; filename="${brand.slug}-certificate-${params.id}.${kind}"`,
          )
          .header('cache-control', 'private, no-store')
          .send(body)
      },
    )
}

const contentTypes = { pdf: 'application/pdf', json: 'application/octet-stream' } as const
