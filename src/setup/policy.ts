import { hasStaffAccess } from '#platform/http/endpoint.ts'

/** Whether a user with these roles sees the shop before it opens. */
export const entersBeforeOpening = (roles: readonly number[]): boolean => hasStaffAccess('editors', roles)
