/** Who cannot do without a second step. */

/** Platform admins and support staff: they reach other people's data. */
const roles_that_need_it = [2, 3]

type Place = { platform_roles: readonly number[]; demo: boolean }

export const isTwoStepRequired = ({ platform_roles, demo }: Place): boolean =>
  !demo && platform_roles.some(role => roles_that_need_it.includes(role))
