/** The privacy parts of all features, in the order of deletion: workspaces before what refers to them. */

import { adminPart } from '#accounts/admin/privacy.server.ts'
import { accountsPart } from '#accounts/privacy/account-part.server.ts'
import type { PrivacyPart } from '#accounts/privacy/part.ts'
import { boardsPart } from '#boards/privacy.server.ts'
import { cartPart } from '#cart/privacy.server.ts'
import { earningsPart } from '#earnings/privacy.server.ts'
import { editfestPart } from '#editfest/privacy.server.ts'
import { uploadsPart } from '#ingest/uploads/privacy.server.ts'
import { licensesPart } from '#licenses/privacy.server.ts'
import { notificationsPart } from '#notifications/privacy.server.ts'
import { operationsPart } from '#operations/privacy.server.ts'
import { ordersPart } from '#orders/privacy.server.ts'
import { paymentsPart } from '#payments/privacy.server.ts'
import { quotesPart } from '#quotes/privacy.server.ts'
import { staffPart } from '#setup/privacy.server.ts'
import { ticketsPart } from '#tickets/privacy.server.ts'
import { workspacesPart } from '#workspaces/privacy.server.ts'

export const privacyParts: readonly PrivacyPart[] = [
  ticketsPart,
  workspacesPart,
  boardsPart,
  editfestPart,
  earningsPart,
  uploadsPart,
  quotesPart,
  cartPart,
  paymentsPart,
  licensesPart,
  ordersPart,
  notificationsPart,
  operationsPart,
  adminPart,
  staffPart,
  // Last, because the others look up the person by their email.
  accountsPart,
]
