/** Where masters on their benches wait to be taken in; each is sent under its SHA-256. */
export const ingest_job = 'catalog.ingest'
