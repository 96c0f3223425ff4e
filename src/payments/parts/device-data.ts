import type { Client } from 'braintree-web/client'

/** What the gateway's fraud check may know of this device; nothing where a browser keeps that to itself. */
export const deviceDataOf = async (client: Client): Promise<string | undefined> => {
  try {
    const { default: dataCollector } = await import('braintree-web/data-collector')
    return (await dataCollector.create({ client })).deviceData
  } catch {
    return undefined
  }
}
