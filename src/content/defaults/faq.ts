export const faqSource = `## Finding footage

### How do I search well? {#how-to-search}

Write the shot as you would say it: “slow motion aerial ocean at dusk no people”. What the filters know becomes chips that you can remove one by one. Quotation marks keep a phrase together, a minus in front of a word keeps it out, and typos are corrected.

[Search](/clips)

### Can I search by a picture or a color? {#by-picture}

Yes. Give the search a frame or a still and it shows clips that look like it, or pick a color and see clips by how much of it they have. Your picture is analyzed and not saved.

[Find by eye](/clips/look)

### How do I look closer without opening each clip? {#preview}

Hover to play. Hold Meta or Alt and move to scrub by timecode; hold Shift for a large quick preview. On a touch screen, drag sideways to scrub or long-press to preview. In the player, J, K and L, the arrow keys and the in and out marks work as they do in your editing software.

### Can I cut with a clip before I pay? {#comps}

Yes. Everyone with a free account can download a comp: the watermarked preview, with the frame count, frame rate and start timecode of the master and the clip’s number in its name. Swap in the master and every cut lands on the same frame.

### I can’t find what I need. Can you help? {#research}

Yes. Describe the shot with Find My Footage and our researchers deliver what they find to your account within 1 business day, free of charge.

[Find My Footage](/services?modal=footageResearch)

## Licenses and prices

### What does a clip cost? {#what-it-costs}

It depends on where the footage is seen, how large the end client is, the clip’s tier and the file you take. The whole table is public, and the price of your own license can be tried before you look for a clip.

[Price a license](/pricing)

### How long does a license last, and where is it valid? {#how-long}

{{license.duration}} There’s no subscription to keep.

[License terms](/license-terms)

### What if I need several channels? {#several-channels}

Choose all of them in one license: the most expensive one counts in full and each further one at a share of its price, so one license for three channels costs less than three licenses.

[Try it](/pricing)

### Who is the end client, and how do I count it? {#end-client}

{{license.client}}

[The end client](/license-terms#client)

### Can one order hold clips under different licenses? {#different-licenses}

Yes. The cart groups clips by license, and the same clip can be under two of them.

### Is there a discount for nonprofits? {#nonprofit}

Yes, off the license and as a line of its own, for registered nonprofits such as charities. The cart asks for the EIN before checkout.

[How much](/pricing)

### Can I have a clip to myself, or all media at once? {#exclusive}

{{license.exclusivity}} {{license.buyout}} Tell us the clip, the client and the campaign.

[Ask for a quote](/contact?topic=buyout)

### Are people and places released? {#releases}

{{license.releases}}

### Can I hand the clip to my client or a broadcaster? {#sublicense}

{{license.sublicense}} {{license.handover}} {{license.transfer}}

[What you may do](/license-terms#may)

### What do you warrant, and up to what amount? {#warranty}

{{license.warranty}} {{license.indemnity}}

[Warranty and indemnity](/license-terms#warranty)

## Ordering and paying

### Do I need an account? {#account-needed}

Not to search, preview or fill a cart. To take comps and to buy, yes: it is free, asks for no credit card, and the cart you filled before comes along.

[Create a free account](/register)

### Which tax is added? {#tax}

Sales tax, VAT or GST where we have to charge it, such as VAT in the European Union, and none elsewhere. Your billing address decides, and the amount is shown before you pay.

### The page froze while I paid. Was I charged twice? {#charged-twice}

No. Each try to pay is written down before the bank is asked, so it is charged once at most. If the answer was lost we ask the payment provider until we know, and the order’s page tells you.

### Do you see my card number? {#card-data}

No. You type it into the payment provider’s own fields, and we get back the kind of card and its last four digits.

### Where are receipts and invoices? {#documents}

On each order’s page as PDF, the same file every time you open it. The confirmation mail leads there.

[Your orders](/workspace/orders)

### Can I return a clip? {#refund}

If the file is broken or not what its page says, we replace or refund it, whenever you notice. Consumers in the EU and the UK may also withdraw within 14 days, until the first download, with a button on the order’s page.

[Right of withdrawal](/withdrawal)

## Files and downloads

### Which files do you deliver? {#formats}

RAW, Highest Res, LOG and HD, as far as the clip’s master can give them. Size, codec and bit depth on a clip’s page are read from the file itself.

### Why must I assign a clip to a project? {#project}

So that your license says what it is for. It is one form for all clips of an order, client and project name and a start date, and then every download is open.

### When can I download? {#when}

At once after a card payment. A bank payment takes a few days and opens the files when it arrives. On an invoice, at once; they close if it is more than 14 days overdue.

### Can I download again next year? {#again}

Yes, from the order’s page, also when the filmmaker has withdrawn the clip from sale. A download that breaks off goes on where it stopped.

## Teams and filmmakers

### Can my team share licenses? {#team}

Yes. Orders and licenses belong to a workspace. Owners, admins and purchasers buy; asset managers download; guests look.

### I make footage. How do I sell it here? {#contribute}

Write to us with a link to your reel. We answer every filmmaker, and tell you what we look for and how footage comes in.

[Become a contributor](/contact?topic=contributor)

### Is this footage real? {#real}

Clips that were not filmed say “computer-generated” on their page.{{shop.demo_footage}}
`
