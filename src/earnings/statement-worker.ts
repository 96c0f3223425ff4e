/** The thread that draws statements. Runs from its source. */
import { printWith } from '#orders/documents/print-thread.ts'

import { drawStatement } from './statement-pdf.ts'

printWith(drawStatement)
