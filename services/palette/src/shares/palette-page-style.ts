/** Layout of the page of a palette; light and dark as the system prefers. */
export const PAGE_STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;padding:2rem clamp(1rem,4vw,3rem);font:16px/1.5 Inter,system-ui,sans-serif;background:#fff;color:#18181b}
h1{margin:0;font-size:clamp(1.6rem,4vw,2.4rem);line-height:1.15;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.25rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
p{margin:.25rem 0;overflow-wrap:anywhere}
[role=status]{min-height:1.5em}
.swatches{list-style:none;margin:0;padding:0;display:grid;gap:.75rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr))}
.swatch{border-radius:14px;padding:1.25rem;display:grid;gap:.25rem;min-height:9rem;align-content:end;overflow-wrap:anywhere}
.swatch button{justify-self:start;font:inherit;min-height:44px;padding:.4rem .9rem;border-radius:10px;border:1px solid currentcolor;background:transparent;color:inherit;cursor:pointer}
button:focus-visible,.scroll:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
.scroll{overflow-x:auto;--page:#fff;--shade:rgb(0 0 0/.3);background:linear-gradient(90deg,var(--page) 2rem,transparent) local,linear-gradient(-90deg,var(--page) 2rem,transparent) local,radial-gradient(farthest-side at 0,var(--shade),transparent) 0/1rem 100%,radial-gradient(farthest-side at 100%,var(--shade),transparent) 100%/1rem 100%;background-repeat:no-repeat}
table{border-collapse:collapse;font-size:.8rem;line-height:1.35}
th,td{text-align:left;vertical-align:top;padding:.4rem .5rem;border-bottom:1px solid #d4d4d8;font-variant-numeric:tabular-nums}
th{hyphens:auto;overflow-wrap:break-word}
td{white-space:nowrap}
.many{font-size:.72rem}
.many th,.many td{padding:.35rem .25rem;white-space:normal}
.many th{overflow-wrap:anywhere}
th[scope=row],th:first-child{position:sticky;left:0;min-width:5.5rem;max-width:8rem;background:var(--page)}
.strip{display:flex;height:3.5rem;border-radius:10px;overflow:hidden}
.strip i{flex:1}
@media (prefers-color-scheme:dark){body{background:#18181b;color:#fafafa}th,td{border-color:#52525b}.scroll{--page:#18181b;--shade:rgb(255 255 255/.35)}}
`;
