/** Draws the documents of an order. The same facts give the same bytes. */
import { drawAgreement } from './agreement.ts'
import { drawBill } from './bill.ts'
import { drawCertificate } from './certificate.ts'
import type { DocumentFacts } from './facts.ts'

export const drawDocument = (facts: DocumentFacts): Promise<Buffer> =>
  facts.kind === 'certificate'
    ? drawCertificate(facts)
    : facts.kind === 'license-agreement'
      ? drawAgreement(facts)
      : drawBill(facts)
