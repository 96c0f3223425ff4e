import openapiTypescript, { astToString } from 'openapi-typescript'

/** Returns TypeScript types for an API document (JSON). */
export const generateTypes = async (document: string): Promise<string> => astToString(await openapiTypescript(document))
