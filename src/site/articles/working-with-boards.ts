import type { Article } from './article.ts'

export const workingWithBoards: Article = {
  slug: 'working-with-boards',
  category: 'finding',
  title: 'Working with boards in a team',
  lead: 'A board keeps the shots of a scene together, in order, where the whole team sees them, from the first idea to the cart.',
  written: '2026-11-20',
  footage: 'coast',
  sections: [
    {
      title: 'Collect first, decide later',
      body: [
        'Any card and any clip’s page puts a clip on a board, and makes a new one on the spot. If you are not logged in yet, log in there and go on where you were. A board holds up to 500 clips, each once, and you can have 200 boards, so there is no need to be stingy: one for each scene, or one for each idea that a client should choose between.',
        'Mark the boards that you work on as favorites. The mark is your own and moves nothing for anybody else.',
      ],
    },
    {
      title: 'Put them in order',
      body: [
        'Order is half of an edit. Draw clips to their place with the mouse or a finger, or move them by keyboard. The board remembers, and the next person who opens it sees the sequence that you meant. Cards play under the pointer, so a board can be watched like a first assembly.',
      ],
    },
    {
      title: 'Who sees what',
      body: [
        {
          list: [
            'A board belongs to the workspace in which it was made, and everybody in that workspace sees it.',
            'The person who made it can change it, and so can the workspace’s owner and admins, for when somebody is on leave.',
            'To anyone else it does not exist, until you share it.',
          ],
        },
        'Sharing makes a link that opens the board to anyone who has it, without an account: a director, a client, a composer. It works for 90 days from the last time that somebody asked for it. End it, and everybody who has the old link sees nothing anymore; a new link is another one. So end links when a pitch is over.',
      ],
    },
    {
      title: 'A way of working that holds',
      body: [
        {
          steps: [
            'The researcher fills a board for each scene, wide.',
            'The editor downloads comps and cuts; what does not work leaves the board.',
            'The director gets the link and answers by clip number.',
            'The producer puts all of the board into the cart under one license, and sees what was there already, what has left the shop and what comes in another format.',
            'Someone who may buy checks out. Licenses belong to the workspace, not to the person.',
          ],
        },
      ],
    },
    {
      title: 'Nothing gets lost',
      body: [
        'Removing a clip and deleting a board can both be undone where you did it. If a filmmaker withdraws a clip while it is on a board, everyone who may change the board sees its name, so that you look for another in time.',
        [
          'Roles decide who buys, downloads or only looks. The team’s list is in your workspace, and the short version is among the ',
          { to: '/faq#team', label: 'frequent questions' },
          '.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/boards', label: 'Your boards' },
    { to: '/clips', label: 'Find the first shot' },
  ],
}
