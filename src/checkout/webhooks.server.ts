/** The inbox of the gateway’s webhooks: each event is stored first, then processed once by a job. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { requireGateway, type PaymentGateway } from '#payments/gateway.server.ts'
import { toPgBossDb } from '#platform/db/database.server.ts'
import type { Deps } from '#platform/deps.ts'
import { refuse } from '#platform/http/refusal.ts'
import { sha256 } from '#platform/ids.server.ts'

/** The job that processes one event. */
export const WEBHOOK_JOB = 'checkout.webhook'
export const WEBHOOK_PATH = '/webhooks/braintree'
/** The largest event that the gateway sends is a few kilobytes. */
const MAX_BYTES = 262_144

const WebhookForm = z.object({ bt_signature: z.string(), bt_payload: z.string() })
const ChallengeQuery = z.object({ bt_challenge: z.string().check(z.regex(/^[a-f0-9]{20,32}$/)) })

/** The gateway has no session and sends a form, so this endpoint is outside the API. */
export const gatewayWebhooksApi = (app: FastifyInstance, deps: Deps, gateway: PaymentGateway | undefined) => {
  void app.register(async scope => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const routeOptions = { schema: { hide: true }, config: { served_when_busy: true } }
    scope.get(WEBHOOK_PATH, routeOptions, async ({ query }, reply) => {
      const { data } = ChallengeQuery.safeParse(query)
      if (!data) throw refuse(400, 'There is no challenge to answer.')
      return reply.type('text/plain').send(requireGateway(gateway).answerChallenge(data.bt_challenge))
    })
    scope.post(WEBHOOK_PATH, routeOptions, async ({ body }, reply) => {
      const { data } = WebhookForm.safeParse(body)
      if (!data) throw refuse(400, 'The request has no event.')
      await storeWebhook(deps, requireGateway(gateway), data.bt_signature, data.bt_payload)
      return reply.code(204).send()
    })
  })
}

/**
 * Stores an event together with the job that processes it, unless it is known. Throws 400 for one that is not the
 * gateway’s.
 */
export const storeWebhook = async (
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  gateway: PaymentGateway,
  signature: string,
  payload: string,
): Promise<void> => {
  const webhook = await gateway.readWebhook(signature, payload)
  await db.transaction().execute(async trx => {
    const inserted = await trx
      .insertInto('payment_webhooks')
      .values({ ...webhook, payload_hash: sha256(payload.trim()), received_at: clock.now() })
      .onConflict(conflict => conflict.column('payload_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await jobs.send(WEBHOOK_JOB, { webhook_id: inserted.id }, { db: toPgBossDb(trx) })
  })
}
