/** The worker thread that renders statements. It runs from the TypeScript source. */
import { servePrintJobs } from '#orders/documents/print-thread.ts'

import { renderStatement } from './statement-pdf.ts'

servePrintJobs(renderStatement)
