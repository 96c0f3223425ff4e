/** Who cannot do without a second step. */

/** Platform admins, support staff and collection admins reach other people's data and footage; filmmakers are paid. */
const roles_that_need_it = [2, 3, 4, 5]

type Place = { platform_roles: readonly number[]; demo: boolean }

export const isTwoStepRequired = ({ platform_roles, demo }: Place): boolean =>
  !demo && platform_roles.some(role => roles_that_need_it.includes(role))
