// What scrolls can be reached by the keyboard, and the switch of the side bar says what it is.
for (const box of document.querySelectorAll("main .table-wrapper, main pre code")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}
document.getElementById("mdbook-sidebar-toggle")?.setAttribute("role", "button");
