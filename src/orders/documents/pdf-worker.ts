/** The thread that draws PDFs, so that the one which answers requests never waits for it. Runs from its source. */
import { drawDocument } from './pdf.ts'
import { printWith } from './print-thread.ts'

printWith(drawDocument)
