/** What all views share: the header, buttons and fields. */
export const frameStyle = `
:focus-visible{outline:2px solid var(--plain);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.unseen,.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:focus{position:fixed;z-index:9;top:.5rem;left:.5rem;background:var(--card);padding:.4rem .8rem}
.top{display:flex;align-items:center;gap:.5rem 1.5rem;flex-wrap:wrap;max-width:78rem;margin:0 auto;
padding:1rem 1.5rem}
.brand{display:flex;align-items:center;gap:.5rem;font-weight:650;color:var(--ink);text-decoration:none}
.mark{width:1.35rem;height:1.35rem;fill:var(--plain)}
.top .project{color:var(--soft);position:relative}
.project summary{cursor:pointer;list-style:none}
.project summary::after{content:"";display:inline-block;margin-left:.4rem;border:4px solid transparent;
border-top-color:currentColor;transform:translateY(2px)}
.project ul{position:absolute;z-index:5;min-width:14rem;max-width:80vw;background:var(--card);
border:1px solid var(--line);border-radius:10px;padding:.35rem;margin-top:.35rem;box-shadow:0 8px 28px #0002}
.project li a{display:block;padding:.35rem .6rem;border-radius:6px;color:var(--ink);text-decoration:none}
.project li a:hover,.project li a[aria-current]{background:var(--page)}
.project small{display:block}
.top nav{display:flex;gap:.2rem 1.3rem;flex-wrap:wrap;margin-left:auto}
.top nav a{color:var(--soft);text-decoration:none;padding:.35rem 0;border-bottom:2px solid transparent}
.top nav a:hover{color:var(--ink)}
.top nav a[aria-current]{color:var(--ink);border-color:var(--plain)}
.notice{max-width:75rem;margin:0 auto .5rem;padding:.6rem 1.5rem;background:var(--card);
border-left:3px solid var(--middling)}
main{max-width:78rem;margin:0 auto;padding:1rem 1.5rem 1.5rem}
.toast{position:fixed;z-index:8;inset:auto 0 1.2rem;width:fit-content;margin:0 auto;display:flex;gap:.8rem;
align-items:center;background:var(--ink);color:var(--page);padding:.5rem 1.1rem;border-radius:1.4rem;max-width:92vw;
box-shadow:0 6px 24px #0003}
.toast[hidden]{display:none}
.toast .quiet{color:inherit;text-decoration:underline;min-height:0}
.door{max-width:34rem;padding-top:18vh}.door code{white-space:nowrap}
.door li{padding:.3rem 0;font-size:1.15rem}
button,input,select,textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);
border-radius:8px;padding:.35rem .7rem;min-height:2.25rem}
textarea{width:100%;resize:vertical}
button{cursor:pointer;white-space:nowrap}
button:hover{border-color:var(--plain)}
button.main{background:var(--plain);border-color:var(--plain);color:var(--on)}
button:disabled{opacity:.55;cursor:default}
::placeholder{color:var(--soft);opacity:1}
.quiet{border-color:transparent;background:none;color:var(--plain);padding:.2rem .4rem}
.said{color:var(--good)}.refused{color:var(--bad)}
:root{--edge:#c3c9d4;--on:#fff}
@media(prefers-color-scheme:dark){:root{--edge:#454e60;--on:#12151c}}
@media(prefers-reduced-motion:no-preference){
button,.top nav a{transition:border-color .15s,color .15s}
}
@media(max-width:40rem){
.top{padding:.8rem 1rem}.top nav{margin-left:0;width:100%}main{padding:1rem}.notice{padding:.6rem 1rem}
}
`;
