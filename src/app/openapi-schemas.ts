/** Names the schemas that several endpoints use, so that the API documents define each of them once. */
import * as z from 'zod/mini'

import { StaffPerson } from '#accounts/admin/contract.ts'
import { ActiveOccupation, SignInResult, User } from '#accounts/contract.ts'
import { Privacy } from '#accounts/privacy/contract.ts'
import { BoardCard } from '#boards/contract.ts'
import {
  Cart,
  CartBilling,
  CartDiscount,
  CartItem,
  CartNotice,
  CartTax,
  ContactDetails,
  LicenseGroup,
} from '#cart/contract.ts'
import { PurchaseRequest } from '#cart/requests/contract.ts'
import { StaffCollection } from '#catalog/admin/collections/contract.ts'
import { StaffClip } from '#catalog/admin/contract.ts'
import { KeywordListDetails } from '#catalog/admin/keywords-contract.ts'
import { Category, CollectionCard, Cover } from '#catalog/collections-contract.ts'
import { ClipCard, EntityReference, Picture } from '#catalog/contract.ts'
import { VisualMatchClip } from '#catalog/similar-contract.ts'
import { StaffCoupon } from '#coupons/admin/contract.ts'
import { EditfestEntry } from '#editfest/contract.ts'
import { UploadRow } from '#ingest/uploads/contract.ts'
import { DraftClip } from '#ingest/uploads/drafts-contract.ts'
import { Prices } from '#licensing/prices.ts'
import { StaffOrder } from '#orders/admin/order-contract.ts'
import { OrderDetail, OrderProject, OrderSummary } from '#orders/contract.ts'
import { StaffAuditEntry } from '#platform/audit/audit-log-contract.ts'
import { Pagination } from '#platform/http/lists.ts'
import { UploadParameters } from '#platform/images/contract.ts'
import { Money } from '#platform/money-schema.ts'
import { OfferClip } from '#quotes/admin/contract.ts'
import { QuoteDetail } from '#quotes/contract.ts'
import { StaffOfferDetail } from '#quotes/staff-contract.ts'
import { PreferredRate, RateSummary } from '#rates/contract.ts'
import { StaffRate } from '#rates/staff-contract.ts'
import { TicketDetails } from '#tickets/admin/contract.ts'
import { TicketReceipt } from '#tickets/contract.ts'
import { StaffWorkspaceDetail } from '#workspaces/admin/contract.ts'
import { BillingInformation, CurrentWorkspace, WorkspaceBilling, WorkspaceUser } from '#workspaces/contract.ts'
import { Invite } from '#workspaces/team-contract.ts'

const sharedSchemas = {
  ActiveOccupation,
  BillingInformation,
  BoardCard,
  Cart,
  CartBilling,
  CartDiscount,
  CartItem,
  CartNotice,
  CartTax,
  Category,
  ClipCard,
  CollectionCard,
  ContactDetails,
  Cover,
  CurrentWorkspace,
  DraftClip,
  EditfestEntry,
  EntityReference,
  Invite,
  KeywordListDetails,
  LicenseGroup,
  Money,
  OfferClip,
  OrderDetail,
  OrderProject,
  OrderSummary,
  Pagination,
  Picture,
  PreferredRate,
  Prices,
  Privacy,
  PurchaseRequest,
  QuoteDetail,
  RateSummary,
  SignInResult,
  StaffAuditEntry,
  StaffClip,
  StaffCollection,
  StaffCoupon,
  StaffOfferDetail,
  StaffOrder,
  StaffPerson,
  StaffRate,
  StaffWorkspaceDetail,
  TicketDetails,
  TicketReceipt,
  UploadParameters,
  UploadRow,
  User,
  VisualMatchClip,
  WorkspaceBilling,
  WorkspaceUser,
}

for (const [id, schema] of Object.entries(sharedSchemas)) z.globalRegistry.add(schema, { id })
