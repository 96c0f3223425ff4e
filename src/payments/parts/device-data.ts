import type { Client } from 'braintree-web/client'

/** Returns the device data for the gateway’s fraud check; undefined where the browser blocks it. */
export const collectDeviceData = async (client: Client): Promise<string | undefined> => {
  try {
    const { default: dataCollector } = await import('braintree-web/data-collector')
    return (await dataCollector.create({ client })).deviceData
  } catch {
    return undefined
  }
}
