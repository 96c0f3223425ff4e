/** The worker thread that draws PDFs, so that the thread that serves requests never waits. It runs from the source file. */
import { drawDocument } from './pdf.ts'
import { servePrintJobs } from './print-thread.ts'

servePrintJobs(drawDocument)
