/** Maintenance: MAINTENANCE=1 closes everything; the setting closes the shop for visitors, while staff work. */
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Actor } from '../actor.ts'
import type { Deps } from '../deps.ts'
import { getMaintenance, MAINTENANCE_RETRY_SECONDS, type Maintenance } from '../settings/maintenance-group.ts'
import { hasStaffAccess } from './endpoint.ts'

export const DEFAULT_MESSAGE = 'We are working on the shop. Please come back in a few minutes.'

const sendMaintenance = (reply: FastifyReply, retry_after_seconds: number, message: string) =>
  reply.code(503).header('retry-after', retry_after_seconds).send({ message, errors: {} })

/**
 * With MAINTENANCE=1 the API returns 503. Call it after the endpoints that stay open. Pages handle it in
 * `src/app/pages.ts`.
 */
export const registerMaintenance = (app: FastifyInstance, { maintenance }: Deps['config']) => {
  if (!maintenance) return
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.startsWith('/api/')) return sendMaintenance(reply, MAINTENANCE_RETRY_SECONDS, DEFAULT_MESSAGE)
    return undefined
  })
}

/** Whether an actor goes on working during the maintenance of the settings. */
export const worksInMaintenance = ({ platform_roles, masquerade }: Pick<Actor, 'platform_roles' | 'masquerade'>) =>
  masquerade !== null || hasStaffAccess('editors', platform_roles)

/** The maintenance of the settings now, or null. */
export const currentMaintenance = ({ settings, clock }: Pick<Deps, 'settings' | 'clock'>): Maintenance | null =>
  getMaintenance(settings.current().maintenance, clock.now())

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * While the setting is on, visitors' writes to the API get a 503, except what a login needs. Reads go on, so that a
 * running payment is confirmed and a download ends; so do webhooks and health checks, which are outside the API. Call it
 * when requests have their actor.
 */
export const registerMaintenanceSetting = (app: FastifyInstance, deps: Pick<Deps, 'settings' | 'clock'>) => {
  app.addHook('onRequest', async ({ method, url, actor, routeOptions }, reply) => {
    if (!isWrite(method) || !url.startsWith('/api/')) return undefined
    const maintenance = currentMaintenance(deps)
    if (!maintenance || worksInMaintenance(actor) || routeOptions.config.endpoint?.before_opening === 'allowed')
      return undefined
    return sendMaintenance(reply, maintenance.retry_after_seconds, maintenance.message || DEFAULT_MESSAGE)
  })
}
