/** Describes who has a flag. */
type FlagAudience = { is_on: boolean; share: number; people: number; workspaces: number }

const pluralize = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`

export const formatFlagAudience = ({ is_on, share, people, workspaces }: FlagAudience): string => {
  if (!is_on) return 'Off'
  if (share === 100) return 'On for everyone'
  const parts = [
    ...(share > 0 ? [`${share} % of devices`] : []),
    ...(people > 0 ? [pluralize(people, 'person', 'people')] : []),
    ...(workspaces > 0 ? [pluralize(workspaces, 'workspace', 'workspaces')] : []),
  ]
  return parts.length === 0 ? 'Not on for anyone yet' : `On for ${parts.join(', ')}`
}
