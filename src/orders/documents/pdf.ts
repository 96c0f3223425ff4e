/** Draws an order's documents. The same content gives the same bytes. */
import { drawAgreement } from './agreement.ts'
import { drawBill } from './bill.ts'
import { drawCertificate } from './certificate.ts'
import type { DocumentContent } from './content.ts'

export const drawDocument = (content: DocumentContent): Promise<Buffer> =>
  content.kind === 'certificate'
    ? drawCertificate(content)
    : content.kind === 'license-agreement'
      ? drawAgreement(content)
      : drawBill(content)
