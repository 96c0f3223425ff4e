/** For whom a flag is on, in words. */
type State = { is_on: boolean; share: number; people: number; workspaces: number }

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const flagWords = ({ is_on, share, people, workspaces }: State): string => {
  if (!is_on) return 'Off'
  if (share === 100) return 'On for everybody'
  const parts = [
    ...(share > 0 ? [`${share} % of devices`] : []),
    ...(people > 0 ? [counted(people, 'person', 'people')] : []),
    ...(workspaces > 0 ? [counted(workspaces, 'workspace', 'workspaces')] : []),
  ]
  return parts.length === 0 ? 'On for nobody yet' : `On for ${parts.join(', ')}`
}
