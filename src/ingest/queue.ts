/** The job that ingests masters from their work folders; the key of each is its SHA-256. */
export const INGEST_JOB = 'catalog.ingest'
