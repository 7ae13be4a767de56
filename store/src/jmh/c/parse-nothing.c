/* The least a server on epoll can do: it looks at the first byte of what it read, and answers with
 * as many bytes as the benchmark waits for. Ends with its standard input. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SET = 1, GET = 3, ADD = 4, CHECK = 5, WAIT = 6, SMALL = 16, LARGE = 1 << 16, EVENTS = 1024 };
enum { FIRST = 1 + 8 + 1 }; /* of a SET's key, behind its slash; "/waited" releases all */
enum { INITIAL = 1 + 8 + sizeof "/bench/" - 1 }; /* of the key's own name, in a GET */

static void watch(int queue, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(queue, EPOLL_CTL_ADD, fd, &event);
}

static size_t answer(const char *request) {
    switch (request[0]) {
    case GET: return 8 + (request[INITIAL] == 'l' ? LARGE : SMALL);
    case ADD: return 8;
    case CHECK: return 1;
    default: return 4; /* a PING, alone or behind VALIDATE or SET */
    }
}

int main(void) {
    static char in[1 << 16], out[8 + LARGE];
    static int waiting[1 << 16], waiters;
    struct epoll_event events[EVENTS];
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof here;
    int on = 1, queue = epoll_create1(0), door = socket(AF_INET, SOCK_STREAM, 0);

    bind(door, (struct sockaddr *)&here, size);
    listen(door, 65535);
    getsockname(door, (struct sockaddr *)&here, &size);
    printf("READY %d\n", ntohs(here.sin_port));
    fflush(stdout);
    watch(queue, door);
    watch(queue, STDIN_FILENO);
    for (;;) {
        int ready = epoll_wait(queue, events, EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == STDIN_FILENO) return 0;
            if (fd == door) {
                fd = accept4(door, NULL, NULL, SOCK_NONBLOCK);
                setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                watch(queue, fd);
                continue;
            }
            if (recv(fd, in, sizeof in, 0) <= 0) {
                close(fd);
            } else if (in[0] == WAIT) {
                waiting[waiters++] = fd;
            } else if (in[0] == SET && in[FIRST] == 'w') {
                while (waiters > 0) send(waiting[--waiters], out, 1, MSG_NOSIGNAL);
            } else {
                send(fd, out, answer(in), MSG_NOSIGNAL);
            }
        }
    }
}
